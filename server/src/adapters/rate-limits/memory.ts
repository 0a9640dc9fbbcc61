import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { limiterStore } from './limiter-store.ts'

/** Opens a store in the memory of this process. */
export const memoryStore = (): RateLimitStore =>
  // Without the deletion at 0, a daily limit would keep an entry for everyone who logged in.
  limiterStore(({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds }), { deleteAt: 0 })
