import { leastAskings, type UnsureState } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { countUpTo, type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'

export type UnsureRow = {
  id: string
  question: string
  found: 'nothing' | 'close'
  state: UnsureState
  askings: number
  last_asked_at: Date
}

/** Days for which a question is kept after it was asked last: one that few have asked may name someone. */
const keptDays = { shown: 180, unshown: 30 }
const mostRows = 5000

/** Counts a question once more. One that was dealt with stays so. */
export async function upsertUnsure(
  on: Executor,
  { id, question, found, at }: Pick<UnsureRow, 'id' | 'question' | 'found'> & { at: Date },
): Promise<void> {
  await sql`
    insert into unsure_searches (id, question, found, first_asked_at, last_asked_at)
    values (${id}, ${question}, ${found}, ${at}, ${at})
    on conflict (question) do update
      set askings = least(unsure_searches.askings + 1, 1000000), found = excluded.found, last_asked_at = excluded.last_asked_at`.execute(
    on,
  )
}

const mostAsked: Order = {
  direction: 'desc',
  keys: [
    ['unsure_searches.askings', 'long'],
    ['unsure_searches.id', 'text'],
  ],
}

const shown = (state: 'open' | 'idea'): RawBuilder<unknown> =>
  sql`unsure_searches where state = ${state} and askings >= ${leastAskings}`

/** Returns a page of the questions in this state that enough people have asked, the most frequent first. */
export async function findUnsure(
  on: Executor,
  query: PageQuery & { state: 'open' | 'idea' },
): Promise<Page<UnsureRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(mostAsked, query)
  const { rows } = await sql<UnsureRow & Keyed>`
    select id, question, found, state, askings, last_asked_at, ${key}
    from ${shown(query.state)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const countUnsure = (on: Executor, state: 'open' | 'idea'): Promise<number> => countUpTo(on, shown(state))

/** Returns one question that is shown, and locks it. */
export async function lockUnsure(tx: Tx, id: string): Promise<UnsureRow | undefined> {
  const { rows } = await sql<UnsureRow>`
    select id, question, found, state, askings, last_asked_at from unsure_searches
    where id = ${id} and askings >= ${leastAskings} for update`.execute(tx)
  return rows[0]
}

export async function setUnsureState(on: Executor, id: string, state: UnsureState): Promise<void> {
  await on.updateTable('unsure_searches').set({ state }).where('id', '=', id).execute()
}

/** Deletes questions that were not asked for long, and beyond the number of rows those that the fewest have asked. */
export async function trimUnsure(on: Executor, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * 24 * 3600_000)
  await sql`
    delete from unsure_searches where last_asked_at < ${before(keptDays.shown)}
      or (askings < ${leastAskings} and last_asked_at < ${before(keptDays.unshown)})`.execute(on)
  await sql`
    delete from unsure_searches where id in (
      select id from unsure_searches order by askings desc, last_asked_at desc, id offset ${mostRows}
    )`.execute(on)
}
