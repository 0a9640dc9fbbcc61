import { createHash } from 'node:crypto'
import { type IRateLimiterStoreOptions, RateLimiterMemory, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Counter } from '#ports/rate-limit-store.ts'
import { counterOf } from './memory.ts'

/** The key in a shared store: short, and it names neither an address nor a user. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/**
 * Returns a counter in a shared store. While the store is away, this process counts in its own memory with the same points: logins
 * work, and the limit holds for each process.
 */
export function sharedCounter(
  open: (options: Omit<IRateLimiterStoreOptions, 'storeClient'>) => RateLimiterStoreAbstract,
  name: string,
  points: number,
  seconds: number,
): Counter {
  const insuranceLimiter = new RateLimiterMemory({ points, duration: seconds })
  const limiter = open({ keyPrefix: `limit:${name}`, points, duration: seconds, insuranceLimiter })
  return counterOf(limiter, { deleteAt: -1, keyOf: hashed })
}
