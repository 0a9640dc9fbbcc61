import { useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { inBrowserSubmit, onServerSubmit, type Submission } from '#app/actions.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { UnsubscribeForm } from '#features/notifications/unsubscribe-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/unsubscribe.ts'

const tokenOf = (url: URL): string => url.searchParams.get('token') ?? ''

const load = async ({ url }: { url: URL }) => ({ token: tokenOf(url) })

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Also takes the form that mail programs send to the address of a mail's header (RFC 8058), which names no button. */
const submit = async ({ api, form, url }: Submission) => {
  const body = { token: tokenOf(url), all: form.get('which') === 'all' }
  return { ok: true, message: (await api(calls.notifications.unsubscribe, { body })).message }
}

export const action = onServerSubmit(submit)
export const clientAction = inBrowserSubmit(submit)

export default function Unsubscribe({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const answer = actionData ? { ok: 'ok' in actionData, message: actionData.message } : null
  return (
    <Container width="text">
      <PageMeta title={t`Mails`} unlisted />
      <PageHeader title={t`Mails from us`} />
      <Card>
        <UnsubscribeForm token={token} answer={answer} />
      </Card>
    </Container>
  )
}
