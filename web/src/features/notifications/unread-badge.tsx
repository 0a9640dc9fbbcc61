import { CountBadge } from '#ui/count-badge.tsx'
import { useNotifications } from './notification-store.ts'

/** The number of unread notifications on a control, for the eye; a text elsewhere says it too. */
export function UnreadBadge() {
  return <CountBadge count={useNotifications()?.unreadCount ?? 0} />
}
