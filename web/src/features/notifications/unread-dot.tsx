import { cx } from '#ui/cx.ts'

/** Keeps its place when there is nothing to say, so that texts stay aligned. */
export function UnreadDot({ unread, className }: { unread: boolean; className?: string }) {
  return (
    <span className={cx('mt-1.5 size-2.5 shrink-0 rounded-full', unread && 'bg-danger', className)}>
      {unread && <span className="sr-only">Unread: </span>}
    </span>
  )
}
