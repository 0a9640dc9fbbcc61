import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'

export type PaginationProps = {
  /** URLs of the pages beside this one; null where there is none. */
  previous: string | null
  next: string | null
  label?: string
}

const cell = 'inline-flex min-h-11 items-center gap-1.5 rounded-md px-3 font-medium transition-colors'

/**
 * Links to the pages beside this one, so that they can be opened, shared and gone back to. Pages have no numbers: a page begins
 * behind a row, wherever that is when others come and go. Renders nothing for a single page.
 */
export function Pagination({ previous, next, label }: PaginationProps) {
  const { t } = useLingui()
  if (previous === null && next === null) return null
  const step = (to: string | null, name: string, title: string, before: boolean) => {
    const content = (
      <>
        {before && <ChevronLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
        <span>{name}</span>
        {!before && <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
      </>
    )
    return to === null ? (
      // keeps the other link in its place
      <span aria-hidden="true" className={cx(cell, 'invisible')}>
        {content}
      </span>
    ) : (
      <Link to={to} aria-label={title} rel={before ? 'prev' : 'next'} className={cx(cell, 'hover:bg-tint')}>
        {content}
      </Link>
    )
  }
  return (
    <nav aria-label={label ?? t`Pages`} className="flex flex-wrap items-center justify-center gap-x-2 sm:gap-x-4">
      {step(previous, t`Previous`, t`Previous page`, true)}
      {step(next, t`Next`, t`Next page`, false)}
    </nav>
  )
}
