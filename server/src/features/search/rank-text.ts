import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createConcurrencyLimit } from '#core/limits/concurrency-limit.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import type { Search } from '#ports/search-index.ts'
import type { RankingClient, RankText, TextRank } from '#ports/text-ranking.ts'
import { type SearchDeps, searchOf } from './keep-index.ts'

type Deps = SearchDeps & Pick<FeatureDeps, 'limits'>

/** Maximum number of ranked courses, and how long a page waits for them, in milliseconds. */
const most = 200
const longestMs = 1500
/** Number of cached rankings, so that the next page of a list uses the same one. */
const remembered = 200

type Known = { revision: string; rank: TextRank }

/**
 * Returns a function that ranks courses by a text with the site's own search. A ranking is cached until the index changes; others
 * count as searches of the client's address, at most two of a person at once.
 */
export function createTextRanking(deps: Deps): RankText {
  const search = searchOf(deps)
  const busy = 'The search has much to do.'
  const atOnce = createConcurrencyLimit({ each: 2, all: 16, tooMany: busy, busy })
  const known = new Map<string, Known>()
  let settingsVersion = 0
  // The operator's lexicon changes rankings.
  deps.settings.onChange(() => {
    settingsVersion++
  })
  const revisionNow = (): string => `${settingsVersion}:${search.revision()}`

  async function rank(text: string, { client, person, signal, language }: RankingClient): Promise<TextRank> {
    const key = `${language ?? ''} ${text}`
    await search.fresh()
    const revision = revisionNow()
    const before = known.get(key)
    if (before?.revision === revision) return before.rank
    signal?.throwIfAborted()
    const leave = atOnce.enter(person)
    try {
      await consumeAll([[deps.limits.searchesByClient, client]])
      const { courses } = await search.search(text, { client, signal, language }, { most })
      const of = (match: 'sure' | 'closest'): string[] =>
        courses
          .slice(0, most)
          .filter((course) => course.match === match)
          .map(({ id }) => id)
      const next = { sure: of('sure'), closest: of('closest') }
      if (revisionNow() === revision) remember(key, { revision, rank: next })
      return next
    } finally {
      leave()
    }
  }

  function remember(key: string, one: Known): void {
    known.delete(key)
    known.set(key, one)
    const [oldest] = known.keys()
    if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  }

  return async (text, from) => {
    const late = AbortSignal.timeout(longestMs)
    const signal = from.signal ? AbortSignal.any([from.signal, late]) : late
    // This loads the index if needed; a page does not wait for that.
    const ranked = rank(text, { ...from, signal })
    ranked.catch(() => {})
    if (!isReady(search)) return null
    try {
      return await Promise.race([ranked, whenAborted(signal)])
    } catch (error) {
      if (!(error instanceof DomainError) && !signal.aborted)
        deps.log.warn({ err: error }, 'a list of courses could not be ordered by its text')
      return null
    }
  }
}

function isReady(search: Search): boolean {
  try {
    search.check()
    return true
  } catch {
    return false
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
