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

export type Limits = {
  loginFailures: Limit
  signups: Limit
  orders: Limit
  /** mails with one-time codes */
  codesByClient: Limit
  codesByAddress: Limit
  codeGuesses: Limit
  resets: Limit
  providerSignIns: Limit
  /** starts of live sessions and changes of their times: students are told of each */
  liveChanges: Limit
  /** entries into live rooms */
  liveJoins: Limit
  searches: Limit
  /** searches that a language model is asked to read */
  readings: Limit
  /** messages to the assistant */
  chats: Limit
  /** copies of courses */
  copies: Limit
  /** questions to a language model whose settings are tried out */
  modelTests: Limit
}

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

/** Several windows over the same attempts; the first one that is full refuses. */
const both = (...limits: Limit[]): Limit => {
  const each = async (act: (one: Limit) => Promise<void>): Promise<void> => {
    for (const one of limits) await act(one)
  }
  return {
    check: (key) => each((one) => one.check(key)),
    count: (key) => each((one) => one.count(key)),
    clear: (key) => each((one) => one.clear(key)),
  }
}

const quarter = 15 * 60
const day = 24 * 3600

/** Limits of one process. Failed logins count by client and address together, so that nobody can lock another person out. */
export const createLimits = (): Limits => ({
  loginFailures: limit(10, 300),
  signups: limit(300, 600),
  orders: limit(60, 60),
  codesByClient: limit(40, quarter),
  // Four digits and five tries: 10 codes a day leave a guesser one chance in 200 a day at one account.
  codesByAddress: both(limit(5, quarter), limit(10, day)),
  // And whoever guesses at many accounts from one place has one chance in 66 a day.
  codeGuesses: both(limit(60, quarter), limit(150, day)),
  resets: limit(60, quarter),
  providerSignIns: limit(100, 600),
  liveChanges: limit(30, 600),
  liveJoins: limit(30, 60),
  copies: limit(30, 600),
  chats: both(limit(20, 60), limit(300, day)),
  searches: limit(600, 60),
  // the day's answers of the model are for everybody
  readings: both(limit(10, 60), limit(100, day)),
  modelTests: limit(10, 60),
})
