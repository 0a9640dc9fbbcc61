import { cx } from './cx.ts'

/** A grey place of the size of what will come: give it height and width. The region around it says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('shimmer block rounded-sm', className)} />
}
