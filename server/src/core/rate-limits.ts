import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from './domain-error.ts'

/** Limits attempts by key. An attempt is consumed before its outcome is known, so that parallel ones cannot pass a limit together. */
export type Limit = {
  /** Consumes one attempt; throws rate_limited, with the seconds to wait, when none is left. */
  consume(key: string): Promise<void>
  /** Returns one consumed attempt: it turned out not to count. */
  restore(key: string): Promise<void>
  /** Forgets the key. */
  clear(key: string): Promise<void>
}

export type Limits = {
  /** failed logins, by client and address */
  loginFailures: Limit
  /** failed logins of a client, over all addresses */
  loginsByClient: Limit
  /** failed logins to an address, over all clients but browsers that it knows */
  loginsByAccount: Limit
  /** failed logins of a browser that has signed in to the account before */
  loginsByBrowser: Limit
  signups: Limit
  orders: Limit
  /** mails with one-time codes */
  codesByClient: Limit
  codesByClientAndAddress: Limit
  codeGuesses: Limit
  /** wrong codes for an address, over all browsers but those that it knows */
  wrongCodes: Limit
  linkGuesses: Limit
  resets: Limit
  providerSignIns: Limit
  /** starts of live sessions and changes of their times: students are told of each */
  liveChanges: Limit
  /** entries into live rooms */
  liveJoins: Limit
  /** connections of sockets: each costs a look at the database */
  connectsByClient: Limit
  connectsByUser: Limit
  /** searches of a user, or of a visitor's address */
  searches: Limit
  /** searches and lists of similar courses of an address, anyone who signed in from it */
  searchesByClient: Limit
  /** searches that a language model is asked to read */
  readings: Limit
  /** messages to the assistant */
  chats: Limit
  /** new courses, changes of courses, new lectures and new captions of an educator, and reviews of a student: each of them makes lists be built again */
  newCourses: Limit
  courseEdits: Limit
  newLectures: Limit
  captions: Limit
  reviews: Limit
  /** copies of courses */
  copies: Limit
  /** openings of links to become an admin */
  invitationTries: Limit
  /** invitations that an admin sends */
  invitations: Limit
  /** questions to a language model whose settings are tried out */
  modelTests: Limit
}

const limit = (points: number, seconds: number): Limit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  const restore = async (key: string): Promise<void> => {
    const { consumedPoints } = await limiter.reward(key)
    if (consumedPoints <= 0) await limiter.delete(key)
  }
  return {
    async consume(key) {
      await limiter.consume(key).catch(async (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // the limiter counts refused attempts too: those that are given back later would leave it full
        await restore(key)
        throw new DomainError('rate_limited', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
      })
    },
    restore,
    async clear(key) {
      await limiter.delete(key)
    },
  }
}

/** Several windows over the same attempts; the first one that is full refuses, and those before it get their attempt back. */
const both = (...limits: Limit[]): Limit => ({
  async consume(key) {
    const consumed: Limit[] = []
    try {
      for (const one of limits) {
        await one.consume(key)
        consumed.push(one)
      }
    } catch (error) {
      for (const one of consumed) await one.restore(key)
      throw error
    }
  },
  async restore(key) {
    for (const one of limits) await one.restore(key)
  },
  async clear(key) {
    for (const one of limits) await one.clear(key)
  },
})

/**
 * Consumes one attempt of each limit, or none when one of them refuses; a third entry replaces its sentence. Answers what gives all of
 * them back. Throws rate_limited.
 */
export async function consumeAll(
  wanted: readonly (readonly [Limit, key: string, message?: string])[],
): Promise<() => Promise<void>> {
  const consumed: (readonly [Limit, string])[] = []
  const restore = async () => {
    for (const [one, key] of consumed) await one.restore(key)
  }
  for (const [one, key, message] of wanted) {
    try {
      await one.consume(key)
      consumed.push([one, key])
    } catch (error) {
      await restore()
      if (!(error instanceof DomainError) || message === undefined) throw error
      throw new DomainError(error.code, { message, retryAfterSeconds: error.retryAfterSeconds })
    }
  }
  return restore
}

const quarter = 15 * 60
const day = 24 * 3600

/** Limits of one process. */
export const createLimits = (): Limits => ({
  loginFailures: limit(10, 300),
  // a school behind one address may have many who mistype
  loginsByClient: both(limit(100, 600), limit(1000, day)),
  // When strangers use it up, the owner gets in with a browser that is known, or with a new password.
  loginsByAccount: limit(100, 3600),
  loginsByBrowser: limit(10, 300),
  signups: limit(300, 600),
  orders: limit(60, 60),
  codesByClient: limit(40, quarter),
  codesByClientAndAddress: both(limit(5, quarter), limit(10, day)),
  // Four digits: all guessers together have one chance in 200 a day at one account. The link in the mail works all the same.
  wrongCodes: limit(50, day),
  linkGuesses: limit(60, quarter),
  // And anyone who guesses at many accounts from one place has one chance in 66 a day.
  codeGuesses: both(limit(60, quarter), limit(150, day)),
  resets: limit(60, quarter),
  providerSignIns: limit(100, 600),
  liveChanges: limit(30, 600),
  liveJoins: limit(30, 60),
  // a school behind one address comes back at once after a restart
  connectsByClient: limit(1000, 60),
  connectsByUser: limit(120, 60),
  newCourses: limit(60, 600),
  courseEdits: both(limit(120, 60), limit(600, 3600)),
  newLectures: limit(250, 600),
  captions: limit(100, 600),
  reviews: limit(30, 600),
  copies: limit(30, 600),
  chats: both(limit(20, 60), limit(300, day)),
  // The search page sends one for each Enter: a person who tries words as fast as they can read stays far below.
  searches: both(limit(30, 10), limit(60, 60)),
  searchesByClient: limit(600, 60),
  // the day's answers of the model are for everybody
  readings: both(limit(10, 60), limit(100, day)),
  invitationTries: limit(30, 600),
  invitations: limit(30, 3600),
  modelTests: limit(10, 60),
})
