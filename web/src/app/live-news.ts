import { events } from '@virtual-courses/contract'
import {
  notificationArrived,
  notificationsRead,
  refreshNotifications,
} from '#features/notifications/notification-actions.ts'
import { openLive } from '#lib/live.ts'

/** Keeps the signed-in reader's notifications up to date for as long as he is. Answers how to stop. */
export function hearNews(): () => void {
  const live = openLive()
  live.on(events.notifications.arrived, notificationArrived)
  live.on(events.notifications.read, notificationsRead)
  // also the first time: the document is older than the line
  live.onConnect(() => {
    refreshNotifications().catch(console.warn)
  })
  return live.close
}
