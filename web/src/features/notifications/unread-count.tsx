import { useNotifications } from './notification-store.ts'

/** The number of unread notifications at the end of a menu's line; nothing when all are read. */
export function UnreadCount() {
  const count = useNotifications()?.unreadCount ?? 0
  if (count === 0) return null
  return (
    <span className="tabular ml-auto rounded-full bg-danger px-2 text-xs leading-5 font-bold text-on-danger">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
