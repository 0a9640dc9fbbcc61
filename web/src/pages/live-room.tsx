import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type LiveSession, type Viewer } from '@virtual-courses/contract'
import { Lock } from 'lucide-react'
import { isRouteErrorResponse } from 'react-router'
import { ErrorPage } from '#app/error-page.tsx'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type PageProblem } from '#app/loaders.ts'
import { LazyLiveRoom } from '#features/live/lazy-live-room.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import type { Route } from './+types/live-room.ts'

type Data = { session: LiveSession; user: Viewer }

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer }) => ({
  session: await api(calls.live.session, { params }),
  user: viewer,
}))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function LiveRoomPage({ loaderData: { session, user } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="shell pt-4 lg:pt-5 lg:pb-4">
      <PageMeta title={t`Live: ${{ lecture: isolate(session.lectureTitle) }}`} />
      <LazyLiveRoom key={session.lectureId} session={session} user={user} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorPage error={error} />
  // our loaders throw `data(PageProblem)`
  const { message }: Partial<PageProblem> = typeof error.data === 'object' && error.data !== null ? error.data : {}
  return (
    <div className="shell py-section">
      <PageMeta title={t`Live session`} />
      <EmptyState
        as="h1"
        icon={<Lock />}
        title={t`This session is for students of its course`}
        text={message}
        action={
          <ButtonLink to={paths.allCourses}>
            <Trans>See all courses</Trans>
          </ButtonLink>
        }
      />
    </div>
  )
}
