import type { SavedFilter } from '@virtual-courses/contract'
import { placesBeside } from '#lib/list-place.ts'
import { ListFrame, type ListTexts } from '../list-frame.tsx'
import { searchOf } from '../list-query.ts'
import { filterOf, ListExtras } from './saved-filters.tsx'
import { type BulkProps, WithBulk } from './with-bulk.tsx'

type Props<R extends { _id: string }> = Omit<BulkProps<R>, 'page'> & {
  path: string
  /** the values of the address */
  query: Readonly<Record<string, string>>
  /** what was chosen last, also while its rows load; by default `query` */
  chosen?: Readonly<Record<string, string>>
  answer: { total: number; previous: string | null; next: string | null }
  /** null for a list that cannot be filtered */
  filters: readonly SavedFilter[] | null
  /** the table of the list */
  csv: { path: string; file: string }
  texts: ListTexts
}

/** A list of admins: its saved filters and its table, rows that can be chosen and acted on, its total and its pages. */
export function ManagedList<R extends { _id: string }>(props: Props<R>) {
  const { list, rows, path, query, chosen = query, answer, filters, csv, texts, children, ...bulk } = props
  const filter = filters === null ? {} : filterOf(query)
  const filled = rows.length > 0
  return (
    <>
      <ListExtras
        list={list}
        path={path}
        query={filter}
        chosen={filters === null ? {} : chosen}
        filters={filters ?? []}
        filled={filled}
        csv={csv}
      />
      <WithBulk list={list} rows={rows} page={searchOf(query)} {...bulk}>
        {(selection) => (
          <ListFrame
            texts={texts}
            total={answer.total}
            path={filters === null ? `${path}${searchOf(filterOf(query))}` : path}
            filled={filled}
            pages={placesBeside(answer, (at) => `${path}${searchOf({ ...query, at })}`)}
            searched={Object.keys(filter).length > 0}
          >
            {children(selection)}
          </ListFrame>
        )}
      </WithBulk>
    </>
  )
}
