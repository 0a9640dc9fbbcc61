import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
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

const title = msg`Live sessions`

const load = guarded('educator', async ({ api }) => ({ sessions: (await api(calls.courses.teaching)).sessions }))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function LiveSessionsPage({ loaderData: { sessions } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} text={t`Running now, and the next ones.`} />
      {sessions.length > 0 ? (
        <SessionList sessions={sessions} />
      ) : (
        <Card>
          <EmptyState
            as="h2"
            icon={<Radio />}
            title={t`No session is scheduled`}
            text={t`Open the lectures of a course: create one as a live session, or choose “Teach live” in the menu of any lecture to start at once.`}
            action={
              <ButtonLink to={paths.myCourses}>
                <Trans>Choose a course</Trans>
              </ButtonLink>
            }
          />
        </Card>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
