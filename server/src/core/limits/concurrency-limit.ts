import { DomainError } from '../domain-error.ts'
import type { Sentence } from '../languages/language.ts'

/** Limits how many requests of one kind run at the same time. */
export type ConcurrencyLimit = {
  /** Counts a request; returns a function to call when it has ended. Throws `rate_limited` or `unavailable` when there are too many. */
  enter(client: string): () => void
}

type Bounds = {
  /** maximum for one client */
  each: number
  /** maximum for all clients together */
  all: number
  /** message for a client with too many */
  tooMany: Sentence
  /** message when the server has too many */
  busy: Sentence
}

const retryAfterSeconds = 2

export function createConcurrencyLimit({ each, all, tooMany, busy }: Bounds): ConcurrencyLimit {
  const running = new Map<string, number>()
  let total = 0
  return {
    enter(client) {
      const own = running.get(client) ?? 0
      if (own >= each) throw new DomainError('rate_limited', { message: tooMany, retryAfterSeconds })
      if (total >= all) throw new DomainError('unavailable', { message: busy, retryAfterSeconds })
      running.set(client, own + 1)
      total++
      let ended = false
      return () => {
        if (ended) return
        ended = true
        total--
        const left = (running.get(client) ?? 1) - 1
        if (left > 0) running.set(client, left)
        else running.delete(client)
      }
    },
  }
}
