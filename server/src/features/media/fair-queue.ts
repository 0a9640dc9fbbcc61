import PQueue from 'p-queue'
import { Refusal } from '#http/refusal.ts'

/** Who asks for a turn. */
export type Turn = {
  userId: string
  /** Aborts when the result is not wanted any more: a waiting turn is dropped, a running one is told by the same signal. */
  signal?: AbortSignal | undefined
  /** Work that nobody waits for: it comes after all other, waits as long as it takes, and counts for no user. */
  background?: boolean | undefined
}

type Options = {
  /** Turns that may wait, of all users together; a further one is refused as `unavailable`. */
  maxWaiting: number
  /** Turns of one user that may wait or run; a further one is refused as `rate_limited`. */
  maxPerUser: number
  /** Longest wait in milliseconds, then the turn is refused as `unavailable`. */
  maxWaitMs: number
  /** sentences of these refusals */
  busyWithYours: string
  busy: string
}

export type FairQueue = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>

const backgroundPriority = -1000
const userRetrySeconds = 5
const fullRetrySeconds = 15

/**
 * Runs one piece of work at a time. Each user's first turn comes before anybody's second, so that one who sends much delays
 * themselves and not others. A failed piece does not stop the next.
 */
export function fairQueue({ maxWaiting, maxPerUser, maxWaitMs, busyWithYours, busy }: Options): FairQueue {
  const queue = new PQueue({ concurrency: 1 })
  const turnsOf = new Map<string, number>()
  const full = () => new Refusal('unavailable', { message: busy, retryAfterSeconds: fullRetrySeconds })

  return async ({ userId, signal, background = false }, work) => {
    signal?.throwIfAborted()
    const key = background ? `background ${userId}` : userId
    const mine = turnsOf.get(key) ?? 0
    if (!background && mine >= maxPerUser)
      throw new Refusal('rate_limited', { message: busyWithYours, retryAfterSeconds: userRetrySeconds })
    if (!background && queue.size >= maxWaiting) throw full()
    turnsOf.set(key, mine + 1)
    const waiting = new AbortController()
    const timer = background ? undefined : setTimeout(() => waiting.abort(full()), maxWaitMs)
    const leave = (): void => waiting.abort(signal?.reason)
    signal?.addEventListener('abort', leave)
    // Only the wait ends by the signal: what runs frees its turn when it has really ended.
    const stopWaiting = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    try {
      return await queue.add(
        () => {
          stopWaiting()
          return work()
        },
        { signal: waiting.signal, priority: background ? backgroundPriority : -mine },
      )
    } finally {
      stopWaiting()
      const left = (turnsOf.get(key) ?? 1) - 1
      if (left > 0) turnsOf.set(key, left)
      else turnsOf.delete(key)
    }
  }
}
