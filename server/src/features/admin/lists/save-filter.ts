import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, mostFilters, type SavedFilter } from '@virtual-courses/contract'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import {
  type FilterRow,
  findFilters,
  findOwnFilter,
  insertFilter,
  lockFilters,
  renameFilter,
} from './filter-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

const Query = z.record(z.string(), z.union([z.string(), z.number()]))

export const presentFilter = ({ id, name, query }: FilterRow): SavedFilter => ({
  _id: id,
  name,
  query: Object.fromEntries(Object.entries(Query.parse(query)).map(([key, value]) => [key, String(value)])),
})

/** Names that differ in capitals alone are one, as in the database. */
const isNamed = (name: string, exceptId?: string) => (row: FilterRow) =>
  row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase()

/** Saves a filter of a list under a name. Throws invalid_input for one that is empty, filter_name_taken, filters_full. */
export async function saveFilter(
  deps: Deps,
  userId: string,
  { list, name, query }: BodyOf<typeof api.savedFilters.save>,
): Promise<SavedFilter> {
  const set = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  if (Object.keys(set).length === 0)
    throw new DomainError('invalid_input', msg`There is nothing to save: choose a filter of the list first.`)
  return transact(deps.db, async (tx) => {
    await lockFilters(tx, userId)
    const saved = await findFilters(tx, userId, list)
    if (saved.some(isNamed(name))) throw new DomainError('filter_name_taken')
    if (saved.length >= mostFilters) throw new DomainError('filters_full')
    const row = { id: newId(), user_id: userId, list, name, query: JSON.stringify(set), created_at: deps.clock.now() }
    return presentFilter(await insertFilter(tx, row))
  })
}

/** Gives an own filter another name. Throws not_found, filter_name_taken. */
export async function nameFilter(deps: Deps, userId: string, id: string, name: string): Promise<SavedFilter> {
  return transact(deps.db, async (tx) => {
    await lockFilters(tx, userId)
    const filter = await findOwnFilter(tx, userId, id)
    if (!filter) throw new DomainError('not_found', msg`This filter was deleted`)
    if ((await findFilters(tx, userId, filter.list)).some(isNamed(name, id))) throw new DomainError('filter_name_taken')
    return presentFilter(await renameFilter(tx, id, name))
  })
}
