import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BellOff, LogIn } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { NotificationList, NotificationSkeleton } from '#features/notifications/notification-list.tsx'
import { knownNotifications, refreshNotifications } from '#features/notifications/notification-updates.ts'
import { useNotifications } from '#features/notifications/use-notifications.ts'
import { withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/notifications.ts'

const failure = msg`Failed to fetch notifications`

/** Every document has the newest notifications. After a navigation they are shown at once and read again. */
type Data = { fresh: boolean }

export const loader = onServer(guarded<unknown, Data>('signedIn', async () => ({ fresh: true })))
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(guarded<unknown, Data>('signedIn', async () => ({ fresh: false })))

export default function Notifications({ loaderData: { fresh } }: Route.ComponentProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const state = useNotifications()
  const [busy, setBusy] = useState(!fresh)

  const refresh = useCallback(() => {
    setBusy(true)
    refreshNotifications()
      // loaded notifications stay; without any, the page shows the error
      .catch(() => knownNotifications() && toast.error(t(failure)))
      .finally(() => setBusy(false))
  }, [t])
  useEffect(() => {
    if (!fresh) refresh()
  }, [fresh, refresh])

  const content = () => {
    if (!viewer)
      return (
        <EmptyState
          icon={<LogIn />}
          title={t`Please login to view notifications`}
          text={t`Your session has ended.`}
          action={
            <ButtonLink to={withNext('/login', paths.notifications)}>
              <Trans>Login</Trans>
            </ButtonLink>
          }
        />
      )
    if (!state)
      return busy ? (
        <NotificationSkeleton />
      ) : (
        <ErrorState title={t(failure)} text={t`Please try again in a moment.`} onRetry={refresh} />
      )
    if (state.notifications.length === 0)
      return (
        <EmptyState
          icon={<BellOff />}
          title={t`No notifications`}
          text={t`You are notified here of new lectures, live sessions, and more.`}
          action={
            <ButtonLink to={paths.allCourses}>
              <Trans>View all Courses</Trans>
            </ButtonLink>
          }
        />
      )
    return <NotificationList state={state} />
  }

  return (
    <Container width="text">
      <PageMeta title={t`My Notifications`} />
      <PageHeader
        title={t`My Notifications`}
        back={paths.home}
        actions={
          <ButtonLink to={paths.notificationSettings} variant="link">
            <Trans>Choose what you get</Trans>
          </ButtonLink>
        }
      />
      {content()}
    </Container>
  )
}
