import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Counter, RateLimitStore } from '#ports/rate-limit-store.ts'

/** Opens a store in the memory of this process. */
export const memoryStore = (): RateLimitStore => ({
  // Without the deletion at 0 a limit for a day would keep an entry for everyone who logged in.
  counter: (_name, points, seconds) => counterOf(new RateLimiterMemory({ points, duration: seconds }), { deleteAt: 0 }),
  close: async () => {},
})

/**
 * Returns the counter over a limiter of the library. `deleteAt` is the number of attempts at which a restored key is deleted: -1, what
 * a restore after the end of the window leaves, would be an attempt more in the next one.
 */
export function counterOf(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'reward' | 'delete'>,
  { deleteAt, keyOf = (key) => key }: { deleteAt: 0 | -1; keyOf?: (key: string) => string },
): Counter {
  const restore = async (key: string): Promise<void> => {
    const { consumedPoints } = await limiter.reward(key)
    if (consumedPoints <= deleteAt) await limiter.delete(key)
  }
  return {
    async consume(key) {
      const stored = keyOf(key)
      try {
        await limiter.consume(stored)
        return null
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        // the limiter also counts rejected attempts: without this, restored attempts would leave it full
        await restore(stored)
        return rejection.msBeforeNext
      }
    },
    restore: (key) => restore(keyOf(key)),
    async clear(key) {
      await limiter.delete(keyOf(key))
    },
  }
}
