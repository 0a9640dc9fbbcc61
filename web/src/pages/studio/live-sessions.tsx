import { api as calls } from '@virtual-courses/contract'
import { Radio } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SessionList } from '#features/dashboard/session-list.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/live-sessions.ts'
import { StudioError } from './studio-error.tsx'

const title = 'Live sessions'

const load = guarded('educator', async ({ api }) => ({ sessions: (await api(calls.courses.teaching)).sessions }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function LiveSessionsPage({ loaderData: { sessions } }: Route.ComponentProps) {
  return (
    <Container>
      <PageMeta title={title} />
      <PageHeader title={title} text="Running now, and the next ones." />
      {sessions.length > 0 ? (
        <SessionList sessions={sessions} />
      ) : (
        <Card>
          <EmptyState
            as="h2"
            icon={<Radio />}
            title="No session is scheduled"
            text="Open the lectures of a course: create one as a live session, or press “Teach live” beside any lecture to start at once."
            action={<ButtonLink to={paths.myCourses}>Choose a course</ButtonLink>}
          />
        </Card>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <StudioError error={error} title={title} back={paths.dashboard} />
}
