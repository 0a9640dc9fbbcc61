import type { Attempt, RateLimitStore } from '#ports/rate-limit-store.ts'
import { DomainError } from '../domain-error.ts'
import type { Sentence } from '../languages/language.ts'
import { isInTransaction } from '../transact.ts'
import { type Window, windows } from './limit-windows.ts'

/** Limits attempts by key. An attempt is consumed before its outcome is known, so that parallel attempts cannot exceed the limit. */
export type Limit = {
  /** Consumes one attempt. Throws `rate_limited`, with the seconds to wait, when none is left. */
  consume(key: string): Promise<void>
  /** Gives back a consumed attempt that does not count. */
  restore(key: string): Promise<void>
  /** Resets the key. */
  clear(key: string): Promise<void>
  /** Where the limit is counted, and what an attempt of a key counts there; `consumeAll` joins several limits. */
  readonly store: RateLimitStore
  attemptsOf(key: string): readonly Attempt[]
}

export type Limits = Record<keyof typeof windows, Limit>

/**
 * Consumes one attempt of each limit, or none when one of them is full; `message` replaces the default sentence. Returns a function that
 * restores all of them. The limits are counted in one store. Throws `rate_limited`.
 */
export async function consumeAll(wanted: readonly [Wanted, ...Wanted[]]): Promise<() => Promise<void>> {
  if (isInTransaction()) throw new Error('A limit is consumed before the transaction, see withAttempt')
  const [[{ store }]] = wanted
  const attempts = wanted.flatMap(([limit, key, message]) =>
    limit.attemptsOf(key).map((attempt) => ({ ...attempt, message })),
  )
  const full = await store.consume(attempts)
  if (full) {
    const message = attempts[full.index]?.message
    const retryAfterSeconds = Math.ceil(full.waitMs / 1000)
    throw new DomainError('rate_limited', { retryAfterSeconds, ...(message !== undefined && { message }) })
  }
  return () => store.restore(attempts)
}

/** Consumes an attempt if one is left; returns whether. */
export const consumeIfLeft = (limit: Limit, key: string): Promise<boolean> =>
  limit.consume(key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false
      throw error
    },
  )

type Wanted = readonly [Limit, key: string, message?: Sentence]

/**
 * Runs `work`, such as a transaction, with an attempt that was consumed before, so that locked rows do not wait for a remote store. `work`
 * calls `use` where the attempt begins to count; `use` throws `rate_limited` when none was left. Unused attempts, and those of failed work,
 * are given back. Several limits are used together.
 */
export async function withAttempt<T>(
  wanted: readonly [Wanted, ...Wanted[]],
  work: (use: () => void) => Promise<T>,
): Promise<T> {
  let limited: unknown = null
  const restore = await consumeAll(wanted).catch((error: unknown) => {
    limited = error
    return null
  })
  let done = false
  let used = false
  const use = (): void => {
    if (limited !== null) throw limited
    used = true
  }
  try {
    const result = await work(use)
    done = true
    return result
  } finally {
    if (restore && !(done && used)) await restore()
  }
}

/** Creates the limits, counted in a store. */
export function createLimits(store: RateLimitStore): Limits {
  const limitOf = (name: string, all: readonly Window[]): Limit => {
    const own = all.map(([points, seconds]) => ({ name: `${name}:${seconds}`, points, seconds }))
    const attemptsOf = (key: string) => own.map((window) => ({ window, key }))
    const limit: Limit = {
      store,
      attemptsOf,
      consume: async (key) => void (await consumeAll([[limit, key]])),
      restore: (key) => store.restore(attemptsOf(key)),
      clear: (key) => store.clear(attemptsOf(key)),
    }
    return limit
  }
  return Object.fromEntries(Object.entries(windows).map(([name, all]) => [name, limitOf(name, all)])) as Limits // the keys of `windows` are those of Limits
}
