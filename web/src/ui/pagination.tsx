import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { pageNumbers } from './page-numbers.ts'

export type PaginationProps = {
  /** Counts from 1. */
  page: number
  pageCount: number
  /** Address of a page. */
  hrefFor: (page: number) => string
  label?: string
}

const cell = 'grid h-11 min-w-8 place-items-center rounded-md px-1 font-medium tabular transition-colors sm:min-w-11'

/** Real links to the pages of a list, so that they can be opened, shared and crawled. Nothing for a single page. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing else to be known by
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
