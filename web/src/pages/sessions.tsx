import { api as calls, type Session } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { PasswordForm } from '#features/accounts/password-form.tsx'
import { SessionList } from '#features/accounts/session-list.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import type { Route } from './+types/sessions.ts'

type Data = { sessions: Session[]; email: string }

const load = guarded<unknown, Data>('signedIn', async ({ api, viewer }) => ({
  sessions: (await api(calls.accounts.sessions)).sessions,
  email: viewer.email,
}))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Sessions({ loaderData: { sessions, email } }: Route.ComponentProps) {
  return (
    <Container width="text">
      <PageMeta title="Where you are signed in" />
      <PageHeader
        title="Where you are signed in"
        text="If you do not recognise one of these, log it out and change your password below."
        back={paths.profile}
      />
      <SessionList sessions={sessions} />
      <PasswordForm email={email} />
    </Container>
  )
}
