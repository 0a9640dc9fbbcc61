import { cx } from './cx.ts'
import { ratingText } from './rating-text.ts'

/** Made once: making one for each of a list's ratings would cost more than drawing them. */
const grouped = new Intl.NumberFormat('en-IN')

export type RatingProps = {
  /** Average, 0 to 5; 0 means that nobody has rated. */
  value: number
  /** How many ratings, in brackets; leave out to show none. */
  count?: number
  /** Draws five stars; otherwise one. */
  full?: boolean
  className?: string
}

/** An average in stars with its number. One element draws the stars, so a list of fifty costs little. */
export function Rating({ value, count, full = false, className }: RatingProps) {
  const text = ratingText(value)
  const fill = full ? `${(Math.min(5, Math.max(0, value)) / 5) * 100}%` : value > 0 ? '100%' : '0%'
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', className)}>
      {/* A generic React style has no custom properties, hence the cast. */}
      <span
        role="img"
        aria-label={`${text} out of 5 stars`}
        style={{ '--fill': fill } as React.CSSProperties}
        className={cx('stars text-[1.15em]', !full && 'w-[1em]')}
      />
      <span aria-hidden="true" className="tabular font-semibold">
        {text}
      </span>
      {count !== undefined && (
        <span className="tabular text-muted">
          ({grouped.format(count)}
          <span className="sr-only">{count === 1 ? ' rating' : ' ratings'}</span>)
        </span>
      )}
    </span>
  )
}
