import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { cx } from './cx.ts'

/** Created once: a formatter per rating would cost more than rendering the list. */
const grouped = new Intl.NumberFormat('en-IN')

export type RatingProps = {
  /** Average, 0 to 5; 0 means no ratings. */
  value: number
  /** Number of ratings, shown in brackets when given. */
  count?: number
  /** Shows five stars instead of one. */
  full?: boolean
  className?: string
}

/** Formats an average with one decimal; `0` without ratings. */
export function ratingText(average: number): string {
  return average > 0 ? average.toFixed(1) : '0'
}

/** Average rating in stars with its number. A single element draws all stars, which keeps long lists cheap. */
export function Rating({ value, count, full = false, className }: RatingProps) {
  const { t } = useLingui()
  const text = ratingText(value)
  const fill = full ? `${(Math.min(5, Math.max(0, value)) / 5) * 100}%` : value > 0 ? '100%' : '0%'
  return (
    <span className={cx('inline-flex flex-wrap items-center gap-x-1.5 text-sm', className)}>
      {/* A generic React style has no custom properties, hence the cast. */}
      <span
        role="img"
        aria-label={t`${text} out of 5 stars`}
        style={{ '--fill': fill } as React.CSSProperties}
        className={cx('stars text-[1.15em]', !full && 'w-[1em]')}
      />
      <span aria-hidden="true" className="tabular font-semibold">
        {text}
      </span>
      {count !== undefined && (
        <span className="tabular text-muted">
          <span>{`(${grouped.format(count)}`}</span>
          <span className="sr-only">{` ${t`${plural(count, { one: 'rating', other: 'ratings' })}`}`}</span>)
        </span>
      )}
    </span>
  )
}
