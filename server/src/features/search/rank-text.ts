import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/rate-limits.ts'
import type { RankingClient, RankText, TextRank } from '#ports/text-ranking.ts'
import { type IndexKeeper, indexKeeper } from './keep-index.ts'

type Deps = Pick<FeatureDeps, 'db' | 'shared' | 'searchIndex' | 'log' | 'limits' | 'settings'>

/** Most courses that are put in order, and the longest that a page waits for it, in milliseconds. */
const most = 200
const longestMs = 1500
/** Orders that are remembered, so that the next page of a list is cut from the same one. */
const remembered = 200

type Known = { revision: string; rank: TextRank }

/**
 * Returns what orders courses by a text, with the site's own search. An order is remembered until the index changes; the others
 * count among the searches of the client's address, two of a person at the same time.
 */
export function createTextRanking(deps: Deps): RankText {
  const keeper = indexKeeper(deps)
  const busy = 'The search has much to do.'
  const atOnce = createConcurrencyLimit({ each: 2, all: 16, tooMany: busy, busy })
  const known = new Map<string, Known>()
  let settingsVersion = 0
  // Other words of the operator lead to other orders.
  deps.settings.onChange(() => {
    settingsVersion++
  })
  const revisionNow = (): string => `${settingsVersion}:${keeper.revision()}`

  async function rank(text: string, { client, person, signal }: RankingClient): Promise<TextRank> {
    await keeper.fresh()
    const revision = revisionNow()
    const before = known.get(text)
    if (before?.revision === revision) return before.rank
    signal?.throwIfAborted()
    const leave = atOnce.enter(person)
    try {
      await consumeAll([[deps.limits.searchesByClient, client]])
      const { courses } = await deps.searchIndex.search(text, { client, signal }, { most })
      const of = (match: 'sure' | 'closest'): string[] =>
        courses
          .slice(0, most)
          .filter((course) => course.match === match)
          .map(({ id }) => id)
      const next = { sure: of('sure'), closest: of('closest') }
      if (revisionNow() === revision) remember(text, { revision, rank: next })
      return next
    } finally {
      leave()
    }
  }

  function remember(text: string, one: Known): void {
    known.delete(text)
    known.set(text, one)
    const [oldest] = known.keys()
    if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  }

  return async (text, from) => {
    const late = AbortSignal.timeout(longestMs)
    const signal = from.signal ? AbortSignal.any([from.signal, late]) : late
    // It loads the index where that was not done; a page does not wait for that.
    const ranked = rank(text, { ...from, signal })
    ranked.catch(() => {})
    if (!isReady(keeper)) return null
    try {
      return await Promise.race([ranked, whenAborted(signal)])
    } catch (error) {
      if (!(error instanceof DomainError) && !signal.aborted)
        deps.log.warn({ err: error }, 'a list of courses could not be ordered by its text')
      return null
    }
  }
}

function isReady(keeper: IndexKeeper): boolean {
  try {
    keeper.check()
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
