import { type api, mostCounted, type QueryOf, type ReplyOf } from '@virtual-courses/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { likeText } from '../text-filters.ts'

type Wanted = QueryOf<typeof api.courses.suggest>
type Suggestions = ReplyOf<typeof api.courses.suggest>

/** How long suggestions may be out of date, in seconds; here, and again in a browser. */
export const suggestionSeconds = 30
/** Number of texts that are remembered. */
const remembered = 500
/** Maximum number of words that are searched; the rest of a text is ignored. */
const mostWords = 6
/** Maximum number of educators among the suggestions when there are courses for the other places. */
const fewEducators = 3

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
async function findTitles(on: Executor, words: readonly string[], limit: number): Promise<Suggestions['courses']> {
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
async function findEducators(on: Executor, words: readonly string[], limit: number): Promise<Suggestions['educators']> {
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

async function findSuggestions(on: Executor, words: readonly string[], limit: number): Promise<Suggestions> {
  const [courses, educators] = await Promise.all([findTitles(on, words, limit), findEducators(on, words, limit)])
  const named = educators.slice(0, Math.max(fewEducators, limit - courses.length))
  return { courses: courses.slice(0, limit - Math.min(named.length, limit - 1)), educators: named }
}

/**
 * Returns a function that suggests courses and educators for a text that is being typed. Replies are remembered for a short time, so that
 * the first letters of frequent words, which match most, are looked up once. Throws `rate_limited`.
 */
export function createSuggestions({
  db,
  clock,
  limits,
}: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>): (wanted: Wanted, client: string) => Promise<Suggestions> {
  const known = new Map<string, { until: number; reply: Promise<Suggestions> }>()
  return async ({ text, limit }, client) => {
    const words = text.toLowerCase().split(/\s+/).slice(0, mostWords)
    const key = `${limit} ${words.join(' ')}`
    const now = clock.now().getTime()
    const before = known.get(key)
    if (before && before.until > now) return before.reply
    await limits.suggestions.consume(client)
    const reply = findSuggestions(db, words, limit)
    known.delete(key)
    known.set(key, { until: now + suggestionSeconds * 1000, reply })
    const [oldest] = known.keys()
    if (known.size > remembered && oldest !== undefined) known.delete(oldest)
    reply.catch(() => known.get(key)?.reply === reply && known.delete(key))
    return reply
  }
}
