import { events } from '@virtual-courses/contract'
import {
  onNotificationArrived,
  onNotificationsRead,
  refreshNotifications,
} from '#features/notifications/notification-updates.ts'
import { openLiveConnection } from '#lib/live-connection.ts'

/** Keeps the current user's notifications up to date over the socket. Returns a function that stops it. */
export function subscribeToNotifications(): () => void {
  const live = openLiveConnection()
  live.on(events.notifications.arrived, onNotificationArrived)
  live.on(events.notifications.read, onNotificationsRead)
  // on the first connection too: the document is older
  live.onConnect(() => {
    refreshNotifications().catch(console.warn)
  })
  return live.close
}
