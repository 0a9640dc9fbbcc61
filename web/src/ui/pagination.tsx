import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export type PaginationProps = {
  /** Counts from 1. */
  page: number
  pageCount: number
  /** URL of a page. */
  hrefFor: (page: number) => string
  label?: string
}

const cell = 'grid h-11 min-w-8 place-items-center rounded-md px-1 font-medium tabular transition-colors sm:min-w-11'

/** Returns the page numbers to show: first, last, `page` and its neighbours, and null for a gap. Pages count from 1. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const wanted = new Set([1, pageCount, page - 1, page, page + 1])
  // a gap of a single page shows that page
  if (page === 4) wanted.add(2)
  if (page === pageCount - 3) wanted.add(pageCount - 1)
  const numbers = [...wanted].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1]
    return before !== undefined && number - before > 1 ? [null, number] : [number]
  })
}

/** Links to the pages of a list, so that they can be opened, shared and crawled. Renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null
  const step = (to: number, name: string, Icon: typeof ChevronLeft) =>
    to >= 1 && to <= pageCount ? (
      <Link to={hrefFor(to)} aria-label={name} className={cx(cell, 'hover:bg-tint')}>
        <Icon aria-hidden="true" className="size-5" />
      </Link>
    ) : (
      <span className={cx(cell, 'text-subtle opacity-50')}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
    )
  return (
    <nav aria-label={label}>
      <ul className="flex items-center justify-center sm:gap-1">
        <li>{step(page - 1, 'Previous page', ChevronLeft)}</li>
        {pageNumbers(page, pageCount).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <li key={`gap-${index}`} aria-hidden="true" className="w-4 text-center sm:w-6 text-subtle">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={hrefFor(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={cx(cell, number === page ? 'bg-primary text-on-primary' : 'hover:bg-tint')}
              >
                {number}
              </Link>
            </li>
          ),
        )}
        <li>{step(page + 1, 'Next page', ChevronRight)}</li>
      </ul>
    </nav>
  )
}
