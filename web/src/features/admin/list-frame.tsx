import { SearchX } from 'lucide-react'
import { useNavigation } from 'react-router'
import { formatCounted } from '#lib/list-place.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Pagination, type PaginationProps } from '#ui/layout/pagination.tsx'
import type { Slot } from '#ui/slot.ts'

type ListToolsProps = { label: string; text: string; onSearch: (text: string) => void; children?: Slot }

/** Search and filters above a list. Their values are in the address. */
export function ListTools({ label, text, onSearch, children }: ListToolsProps) {
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <SearchBox label={label} text={text} onSearch={onSearch} />
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-wrap gap-3 *:min-w-36 *:flex-1">{children}</div>
    </div>
  )
}

type Props = {
  noun: { one: string; many: string }
  total: number
  path: string
  /** this page has rows */
  filled: boolean
  pages: Pick<PaginationProps, 'previous' | 'next'>
  /** Text of an empty list without a search. */
  emptyText: string
  searched: boolean
  children: Slot
}

/** A list with its total and its pages, or a text when it is empty. */
export function ListFrame({ noun, total, path, filled, pages, emptyText, searched, children }: Props) {
  const { location } = useNavigation()
  const coming = location?.pathname === path
  const beyond = total > 0 && !filled
  return (
    <>
      <h2 aria-live="polite" className="mb-4 font-sans text-base font-medium tracking-normal text-muted">
        {`${formatCounted(total)} ${total === 1 ? noun.one : noun.many}`}
      </h2>
      <div aria-busy={coming} className={cx('transition-opacity', coming && 'opacity-60')}>
        {filled ? (
          children
        ) : (
          <Card>
            <EmptyState
              icon={<SearchX />}
              title={searched || beyond ? `No ${noun.many} found` : `No ${noun.many} yet`}
              text={searched || beyond ? 'Nothing fits this choice.' : emptyText}
              action={
                (searched || beyond) && (
                  <ButtonLink to={path} variant="secondary">
                    {`Show all ${noun.many}`}
                  </ButtonLink>
                )
              }
            />
          </Card>
        )}
      </div>
      <div className="mt-8">
        <Pagination {...pages} />
      </div>
    </>
  )
}
