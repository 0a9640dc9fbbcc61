import { cx } from '../cx.ts'

/** Placeholder for content that is loading: give it a height and a width. The region around it announces the loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('shimmer block rounded-sm', className)} />
}
