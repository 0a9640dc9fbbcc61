import PQueue from 'p-queue'
import { DomainError } from '../domain-error.ts'
import type { Sentence } from '../languages/language.ts'

/** The client of a piece of work, and how long the client waits for it. */
export type Turn = {
  /** clients take turns, regardless of how much work each of them adds */
  client: string
  /** Aborted when the client has left: waiting work is dropped; running work continues and counts until it ends. */
  signal?: AbortSignal | undefined
  /** Background work runs after all other work, waits without limit, and counts for no client. */
  background?: boolean | undefined
}

export type FairPool = {
  /**
   * Runs `work` when its turn comes. Throws `unavailable`, with the seconds to wait, when too much work waits, when this work has
   * waited too long, and when the client has left; `rate_limited` when the client has too much work in the pool.
   */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

type Bounds = {
  /** pieces of work that run at the same time */
  atOnce: number
  /** pieces of work of all clients that may wait */
  waiting: number
  /** pieces of work of one client that may wait or run; unlimited by default */
  each?: number
  /** milliseconds after which waiting work is rejected; by default it waits as long as the client does */
  longestMs?: number
  /** message of `unavailable` errors */
  busy: Sentence
  /** message of `rate_limited` errors */
  tooMany?: Sentence
  /** `Retry-After` of errors, in seconds */
  retryAfterSeconds?: number
}

type Entry = { waits: boolean; drop(): void }

const backgroundPriority = -1_000_000

/**
 * Runs at most `atOnce` pieces of work and queues at most `waiting` more. The first piece of each client runs before the second of any
 * other, so that a busy client delays only itself. When the queue is full, the newest piece of the client with most waiting work is
 * rejected.
 */
export function createFairPool(bounds: Bounds): FairPool {
  const { atOnce, waiting, each = Number.POSITIVE_INFINITY, longestMs, busy, tooMany, retryAfterSeconds = 5 } = bounds
  const queue = new PQueue({ concurrency: atOnce })
  /** waiting and running work by client, in the order of arrival */
  const entries = new Map<string, Entry[]>()
  const full = () => new DomainError('unavailable', { message: busy, retryAfterSeconds })
  const waitingOf = (client: string): Entry[] => (entries.get(client) ?? []).filter(({ waits }) => waits)

  /** Makes room for one more piece of this client; false when no other client has more waiting work. */
  function makeRoom(client: string): boolean {
    if (queue.pending < atOnce || queue.size < waiting) return true
    const longest = [...entries.keys()]
      .map(waitingOf)
      .reduce((most, one) => (one.length > most.length ? one : most), [] as Entry[])
    if (longest.length <= waitingOf(client).length + 1) return false
    longest.at(-1)?.drop()
    return true
  }

  function remove(client: string, entry: Entry): void {
    const left = (entries.get(client) ?? []).filter((one) => one !== entry)
    if (left.length > 0) entries.set(client, left)
    else entries.delete(client)
  }

  return {
    async run({ client, signal, background = false }, work) {
      if (signal?.aborted) throw full()
      const own = entries.get(client) ?? []
      if (!background) {
        if (own.length >= each) throw new DomainError('rate_limited', { message: tooMany, retryAfterSeconds })
        if (!makeRoom(client)) throw full()
      }
      // The signal ends only the waiting: running work counts until it has ended.
      const dropped = new AbortController()
      const entry: Entry = { waits: true, drop: () => dropped.abort(full()) }
      const timer = longestMs === undefined || background ? undefined : setTimeout(entry.drop, longestMs)
      const stopWaiting = (): void => {
        entry.waits = false
        clearTimeout(timer)
        signal?.removeEventListener('abort', entry.drop)
      }
      signal?.addEventListener('abort', entry.drop)
      if (!background) entries.set(client, [...own, entry])
      const start = () => {
        stopWaiting()
        return work()
      }
      try {
        const priority = background ? backgroundPriority : -own.length
        return await queue.add(start, { signal: dropped.signal, priority })
      } finally {
        stopWaiting()
        if (!background) remove(client, entry)
      }
    },
  }
}
