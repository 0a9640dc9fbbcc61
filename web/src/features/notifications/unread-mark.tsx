import { cx } from '#ui/cx.ts'
import { useNotifications } from './notification-store.ts'

/** A dot on the button of a menu that holds unread notifications; the menu says how many. */
export function UnreadMark({ className }: { className: string }) {
  if (!useNotifications()?.unreadCount) return null
  return (
    <span
      aria-hidden="true"
      className={cx('absolute size-3.5 rounded-full border-2 border-canvas bg-danger', className)}
    />
  )
}
