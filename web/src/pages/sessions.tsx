import { api as calls, type Session } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SessionList } from '#features/accounts/session-list.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import type { Route } from './+types/sessions.ts'

const load = guarded<unknown, Session[]>('signedIn', async ({ api }) => (await api(calls.accounts.sessions)).sessions)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Sessions({ loaderData: sessions }: Route.ComponentProps) {
  return (
    <Container width="text">
      <PageMeta title="Where you are signed in" />
      <PageHeader
        title="Where you are signed in"
        text="If you do not recognise one of these, log it out and choose a new password."
        back={paths.profile}
      />
      <SessionList sessions={sessions} />
    </Container>
  )
}
