import { type api, mostCounted, type ReplyOf } from '@virtual-courses/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { likeText } from '../text-filters.ts'

type Suggestions = ReplyOf<typeof api.courses.suggest>

/**
 * Returns a condition for a column that has all the words, or beginnings of words when they are short: what stands in the middle of words
 * is not meant then, and the trigram index finds beginnings of two letters only.
 */
function hasWords(column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> {
  const each = words.map((word) => {
    const inside = likeText(word)
    return word.length > 2
      ? sql<SqlBool>`${column} ilike ${inside}`
      : sql<SqlBool>`(${column} ilike ${inside.slice(1)} or ${column} ilike ${`% ${inside.slice(1)}`})`
  })
  return sql<SqlBool>`${sql.join(each, sql` and `)}`
}

/** Courses whose titles begin with the text come first, then those with more students. Of very many matches, some are ordered. */
export async function findTitles(
  on: Executor,
  words: readonly string[],
  limit: number,
): Promise<Suggestions['courses']> {
  const { rows } = await sql<Suggestions['courses'][number]>`
    with matching as (
      select id, title, creator_id, enrolment_count, created_at from courses
      where is_published and ${hasWords(sql`title`, words)} limit ${mostCounted}
    )
    select matching.id as "_id", title, users.name as "creatorName" from matching join users on users.id = creator_id
    order by title ilike ${likeText(words.join(' ')).slice(1)} desc, enrolment_count desc, matching.created_at desc, matching.id
    limit ${limit}`.execute(on)
  return rows
}

/** Educators with published courses, those whose names begin with the text first. */
export async function findEducators(
  on: Executor,
  words: readonly string[],
  limit: number,
): Promise<Suggestions['educators']> {
  const { rows } = await sql<Suggestions['educators'][number]>`
    with matching as (
      select id, name from users where role = 'educator' and ${hasWords(sql`name`, words)}
        and exists (select from courses where creator_id = users.id and is_published)
      limit ${mostCounted}
    )
    select id as "_id", name from matching
    order by name ilike ${likeText(words.join(' ')).slice(1)} desc, name, id limit ${limit}`.execute(on)
  return rows
}
