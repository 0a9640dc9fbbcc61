import { msg } from '@lingui/core/runtime-macro'
import type { CurrentUser } from '../current-user.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { consumeAll, type Limits } from './rate-limits.ts'

const tooMany = msg`You have searched often in a short time. Please wait a moment and try again.`
const tooManyAtOnce = msg`You are searching for several things at once. Please wait for the first answers.`
const busy = msg`Many people are searching at the moment. Please try again in a few seconds.`

type Searcher = { client: string; viewer?: CurrentUser | null }
type Bounds = { limits: Pick<Limits, 'searches' | 'searchesByClient'>; each: number; all: number }

/**
 * Returns a function that runs a search within its limits: `each` at once by one person, `all` by everybody, and the rates of searches. `person`
 * is the account, because a school shares one address, and the client without one; without `viewer` only the client's rate counts. Throws
 * rate_limited, unavailable.
 */
export function limitSearches({ limits, each, all }: Bounds) {
  const running = createConcurrencyLimit({ each, all, tooMany: tooManyAtOnce, busy })
  return async <T>({ client, viewer }: Searcher, search: (person: string) => Promise<T>): Promise<T> => {
    const person = viewer ? `user:${viewer.id}` : client
    const leave = running.enter(person)
    try {
      const byClient = [limits.searchesByClient, client, tooMany] as const
      await consumeAll(viewer === undefined ? [byClient] : [[limits.searches, person, tooMany], byClient])
      return await search(person)
    } finally {
      leave()
    }
  }
}
