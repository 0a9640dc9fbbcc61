import { useId } from 'react'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'
import { Card } from './card.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { Pagination, type PaginationProps } from './pagination.tsx'

type Props = {
  /** what the list has, in words */
  summary: string
  /** another page of it is being read */
  coming: boolean
  /** this page has rows */
  filled: boolean
  /** shown in place of the rows where there are none */
  empty: EmptyStateProps
  pages: Pick<PaginationProps, 'previous' | 'next'>
  children: Slot
}

/** A page of a list below its summary, with links to the pages beside it. */
export function ResultList({ summary, coming, filled, empty, pages, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} aria-busy={coming} className="min-w-0">
      <h2 id={id} aria-live="polite" className="mb-4 font-sans text-base font-medium tracking-normal text-muted">
        {summary}
      </h2>
      <div className={cx('transition-opacity', coming && 'opacity-60')}>
        {filled ? (
          children
        ) : (
          <Card>
            <EmptyState {...empty} />
          </Card>
        )}
      </div>
      <div className="mt-8">
        <Pagination {...pages} />
      </div>
    </section>
  )
}
