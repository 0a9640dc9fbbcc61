import { Trans } from '@lingui/react/macro'
import { cx } from '#ui/cx.ts'
import { useNotifications } from './use-notifications.ts'

/** A dot on the button of a menu that contains unread notifications; the menu has their number. */
export function UnreadMark({ className }: { className: string }) {
  if (!useNotifications()?.unreadCount) return null
  return (
    <span
      aria-hidden="true"
      className={cx('absolute size-3.5 rounded-full border-2 border-canvas bg-danger', className)}
    />
  )
}

/** The number of unread notifications at the end of a menu entry; nothing when all are read. */
export function UnreadCount() {
  const count = useNotifications()?.unreadCount ?? 0
  if (count === 0) return null
  return (
    <span className="tabular ms-auto rounded-full bg-danger px-2 text-xs leading-5 font-bold text-on-danger">
      <Trans>
        <span>{`${{ count: count > 99 ? '99+' : count }}`}</span>
        <span className="sr-only"> unread</span>
      </Trans>
    </span>
  )
}
