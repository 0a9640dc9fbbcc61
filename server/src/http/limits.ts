import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

/** Counts attempts by key and refuses when there were too many. */
export type Limit = {
  /** Throws rate_limited while the key is blocked; counts nothing. */
  check(key: string): Promise<void>
  /** Counts one attempt; throws rate_limited when it is one too many. */
  count(key: string): Promise<void>
  /** Forgets the key. */
  clear(key: string): Promise<void>
}

export type Limits = { loginFailures: Limit; signups: Limit; orders: Limit }

const limit = (points: number, seconds: number): Limit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async check(key) {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= points) throw new Refusal('rate_limited')
    },
    async count(key) {
      await limiter.consume(key).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) throw new Refusal('rate_limited')
        throw refused
      })
    },
    async clear(key) {
      await limiter.delete(key)
    },
  }
}

/** Limits of one process. Failed logins count by client and address together, so that nobody can lock another person out. */
export const createLimits = (): Limits => ({
  loginFailures: limit(10, 300),
  signups: limit(300, 600),
  orders: limit(60, 60),
})
