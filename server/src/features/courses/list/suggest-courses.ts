import type { api, QueryOf, ReplyOf } from '@virtual-courses/contract'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findEducators, findTitles } from './suggestion-queries.ts'

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
  const known = new LRUCache<string, { until: number; reply: Promise<Suggestions> }>({ max: remembered })
  return async ({ text, limit }, client) => {
    const words = text.toLowerCase().split(/\s+/).slice(0, mostWords)
    const key = `${limit} ${words.join(' ')}`
    const now = clock.now().getTime()
    const before = known.get(key)
    if (before && before.until > now) return before.reply
    await limits.suggestions.consume(client)
    const reply = findSuggestions(db, words, limit)
    known.set(key, { until: now + suggestionSeconds * 1000, reply })
    reply.catch(() => known.get(key)?.reply === reply && known.delete(key))
    return reply
  }
}
