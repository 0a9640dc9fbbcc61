import type { FilteredList } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { SavedFiltersTable } from '#db/schema.ts'

export type FilterRow = Selectable<SavedFiltersTable>

/** The filters of an admin for a list, by name. */
export const findFilters = (on: Executor, userId: string, list: FilteredList): Promise<FilterRow[]> =>
  on
    .selectFrom('saved_filters')
    .selectAll()
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

/** Has others who change filters of this account wait until the transaction ends. */
export const lockFilters = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('saved-filters'), hashtext(${userId}))`.execute(tx)

export const findOwnFilter = (on: Executor, userId: string, id: string): Promise<FilterRow | undefined> =>
  on.selectFrom('saved_filters').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const insertFilter = (tx: Tx, filter: Insertable<SavedFiltersTable>): Promise<FilterRow> =>
  tx.insertInto('saved_filters').values(filter).returningAll().executeTakeFirstOrThrow()

export const renameFilter = (tx: Tx, id: string, name: string): Promise<FilterRow> =>
  tx.updateTable('saved_filters').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Returns whether it was there. */
export async function deleteFilter(on: Executor, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await on
    .deleteFrom('saved_filters')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteFiltersOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('saved_filters').where('user_id', '=', userId).execute()
}
