import { events } from '@virtual-courses/contract'
import {
  onNotificationArrived,
  onNotificationsRead,
  refreshNotifications,
} from '#features/notifications/notification-updates.ts'
import { openLiveConnection } from '#lib/connection/live-connection.ts'
import { handleTabMessage } from '#lib/connection/tabs.ts'
import { session } from '#lib/session/session.ts'

/** Keeps the current user's notifications up to date over the socket. Returns a function that stops it. */
export function subscribeToNotifications(): () => void {
  const live = openLiveConnection()
  live.on(events.notifications.arrived, (notification) => {
    onNotificationArrived(notification)
    const user = session.data()?.user
    // bought or given back in another browser: this page shows it as if another tab had said so
    const isOwnCourse = ['student-enrolled', 'payment-refunded', 'refund-delayed'].includes(notification.kind)
    if (user?.role === 'student' && isOwnCourse) handleTabMessage({ kind: 'purchase', userId: user._id })
  })
  live.on(events.notifications.read, onNotificationsRead)
  // on the first connection too: the document is older
  live.onConnect(() => {
    refreshNotifications().catch(console.warn)
  })
  return live.close
}
