import { hash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Attempt, RateLimitStore, RateWindow } from '#ports/rate-limit-store.ts'

/** Returns the key in a shared store, which is short and reveals neither an address nor a user. */
export const hashKey = (key: string): string => hash('sha256', key, 'base64url').slice(0, 22)

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'reward' | 'delete'>

/**
 * Returns a store over limiters of the library, one for each window. Windows are consumed one after the other, so that attempts over the
 * first limit do not use up the others. A restored key is deleted at `deleteAt` attempts: a restore after the end of the window leaves -1,
 * which would grant one more attempt.
 */
export function limiterStore(
  open: (window: RateWindow) => Limiter,
  { deleteAt, keyOf = (key) => key }: { deleteAt: 0 | -1; keyOf?: (key: string) => string },
): RateLimitStore {
  const limiters = new Map<string, Limiter>()
  const limiterOf = (window: RateWindow): Limiter => {
    const limiter = limiters.get(window.name) ?? open(window)
    limiters.set(window.name, limiter)
    return limiter
  }
  const restoreOne = async ({ window, key }: Attempt): Promise<void> => {
    const limiter = limiterOf(window)
    const { consumedPoints } = await limiter.reward(keyOf(key))
    if (consumedPoints <= deleteAt) await limiter.delete(keyOf(key))
  }
  const restore = async (attempts: readonly Attempt[]): Promise<void> => {
    await Promise.all(attempts.map(restoreOne))
  }
  return {
    restore,
    async consume(attempts) {
      for (const [index, { window, key }] of attempts.entries()) {
        try {
          await limiterOf(window).consume(keyOf(key))
        } catch (rejection) {
          // the limiter also counts rejected attempts; without this it would stay full after attempts are restored
          await restore(attempts.slice(0, rejection instanceof RateLimiterRes ? index + 1 : index))
          if (!(rejection instanceof RateLimiterRes)) throw rejection
          return { index, waitMs: rejection.msBeforeNext }
        }
      }
      return null
    },
    async clear(attempts) {
      await Promise.all(attempts.map(({ window, key }) => limiterOf(window).delete(keyOf(key))))
    },
    close: async () => {},
  }
}
