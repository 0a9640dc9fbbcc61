import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { starNumbers } from '@virtual-courses/contract'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/text/format.ts'
import { cx } from '#ui/cx.ts'

type Props = {
  /** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
  counts: readonly number[]
  chosen: number | null
  /** Address of the reviews with so many stars; of all for null. */
  hrefFor: (rating: number | null) => string
}

const row =
  'grid min-h-10 grid-cols-[3.25rem_minmax(0,1fr)_3rem] items-center gap-3 rounded-md px-3 transition-colors hover:bg-tint'

/** Numbers of reviews by stars; each row filters the list. */
export function StarFilter({ counts, chosen, hrefFor }: Props) {
  const { t } = useLingui()
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label={t`Stars`}>
      <ul className="-mx-3 grid gap-0.5">
        {starNumbers.toReversed().map((stars) => {
          const count = counts[stars - 1] ?? 0
          return (
            <li key={stars}>
              <Link
                to={hrefFor(chosen === stars ? null : stars)}
                aria-current={chosen === stars ? 'true' : undefined}
                preventScrollReset
                className={cx(row, chosen === stars && 'bg-primary-soft text-on-primary-soft')}
              >
                <span className="tabular flex items-center gap-1.5 font-medium">
                  <span>{stars}</span>
                  <span className="sr-only">{t`${plural(stars, { one: ' star: ', other: ' stars: ' })}`}</span>
                  {/* drawn by CSS: the icon belongs to the code of signed-in users. A React style has no custom properties, hence the cast. */}
                  <span
                    aria-hidden="true"
                    style={{ '--fill': '100%' } as CSSProperties}
                    className="stars w-[1em] text-[1.15em]"
                  />
                </span>
                <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
                  <span
                    className="block h-full rounded-full bg-star"
                    style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }}
                  />
                </span>
                <span className={cx('tabular text-end text-sm', chosen !== stars && 'text-muted')}>
                  <span>{formatCount(count)}</span>
                  <span className="sr-only">{t`${plural(count, { one: ' review', other: ' reviews' })}`}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {chosen !== null && (
        <p className="mt-3">
          <Link
            to={hrefFor(null)}
            preventScrollReset
            className="inline-flex min-h-8 items-center text-link underline underline-offset-4"
          >
            <Trans>Show all stars</Trans>
          </Link>
        </p>
      )}
    </nav>
  )
}
