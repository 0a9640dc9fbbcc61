import { mostCounted } from '@virtual-courses/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Returns a LIKE pattern that matches the text anywhere in a value; wildcards in the text are escaped. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Returns a condition on a column for rows whose name or title contains a text. The ids of up to `mostCounted` matches are read first, so
 * that PostgreSQL plans the list knowing how many there are: joined, a rare text would be searched row by row. For a more frequent text
 * that is quick, and the filter is joined.
 */
export type Matches = {
  few: readonly string[] | null
  include: (id: RawBuilder<unknown>) => RawBuilder<SqlBool>
  /** a subquery of all their ids */
  ids: RawBuilder<unknown>
}

async function findMatches(
  on: Executor,
  table: 'users' | 'courses',
  condition: RawBuilder<unknown>,
  among: RawBuilder<unknown> = sql``,
): Promise<Matches> {
  const { rows } = await sql<{ id: string }>`
    select matching.id from ${sql.table(table)} as matching where ${condition} ${among} limit ${mostCounted + 1}`.execute(
    on,
  )
  if (rows.length > mostCounted)
    return {
      few: null,
      include: (id) =>
        sql`exists (select from ${sql.table(table)} as matching where matching.id = ${id} and ${condition})`,
      ids: sql`(select matching.id from ${sql.table(table)} as matching where ${condition} ${among} offset 0)`,
    }
  const few = rows.map(({ id }) => id)
  return {
    few,
    include: (id) => sql`${id} = any(${few}::text[])`,
    ids: sql`(select unnest(${few}::text[]) as id)`,
  }
}

/** Users who have a text in their name. */
export const findUsersNamed = (on: Executor, text: string): Promise<Matches> =>
  findMatches(on, 'users', sql`matching.name ilike ${likeText(text)}`)

/** Users who have a text in their name or address. */
export const findUsersWith = (on: Executor, text: string): Promise<Matches> =>
  findMatches(on, 'users', sql`(matching.name ilike ${likeText(text)} or matching.email ilike ${likeText(text)})`)

/** Creators of courses who have a text in their name: students of the same name, who are many, do not count. */
export const findCreatorsNamed = (on: Executor, text: string): Promise<Matches> =>
  findMatches(
    on,
    'users',
    sql`matching.name ilike ${likeText(text)}`,
    sql`and exists (select from courses where courses.creator_id = matching.id)`,
  )

export const findCoursesTitled = (on: Executor, text: string): Promise<Matches> =>
  findMatches(on, 'courses', sql`matching.title ilike ${likeText(text)}`)
