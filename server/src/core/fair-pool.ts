import PQueue from 'p-queue'
import { DomainError } from './domain-error.ts'

/** Who asks for work, and until when they want it. */
export type Turn = {
  /** whom the work is for: clients take turns, however much each of them asks for */
  client: string
  /** Aborted when the client has left: work that waits is dropped then, work that runs goes on and keeps its place until it ends. */
  signal?: AbortSignal | undefined
  /** No one waits for the result: such work comes after all other, waits as long as it takes, and counts for no client. */
  background?: boolean | undefined
}

export type FairPool = {
  /**
   * Runs `work` when its turn comes. Throws unavailable, with the seconds to wait, when too much waits, when this has waited too
   * long, and when the client has left; rate_limited when the client has too much in the pool already.
   */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

type Bounds = {
  atOnce: number
  /** pieces of work that may wait, of all clients together */
  waiting: number
  /** pieces of work of one client that may wait or run; without it, the bounds of the pool alone hold */
  each?: number
  /** milliseconds after which work that still waits is refused; without it, it waits as long as the client does */
  longestMs?: number
  /** what a refused client is told */
  busy: string
  /** what a client with too much in the pool is told */
  tooMany?: string
  /** `Retry-After` of errors, in seconds */
  retryAfterSeconds?: number
}

type Entry = { waits: boolean; drop(): void }

const backgroundPriority = -1_000_000

/**
 * Runs at most `atOnce` pieces of work and keeps at most `waiting` more. The first turn of each client comes before the second of
 * any other, so that one who asks for much delays themselves; when too much waits, the newest of the client that waits most is
 * refused.
 */
export function createFairPool(bounds: Bounds): FairPool {
  const { atOnce, waiting, each = Number.POSITIVE_INFINITY, longestMs, busy, tooMany, retryAfterSeconds = 5 } = bounds
  const queue = new PQueue({ concurrency: atOnce })
  /** what waits or runs, by client, in the order in which it came */
  const entries = new Map<string, Entry[]>()
  const full = () => new DomainError('unavailable', { message: busy, retryAfterSeconds })
  const waitingOf = (client: string): Entry[] => (entries.get(client) ?? []).filter(({ waits }) => waits)

  /** Makes room for one more of this client; false when no one else waits for more than they do. */
  function makeRoom(client: string): boolean {
    if (queue.pending < atOnce || queue.size < waiting) return true
    const longest = [...entries.keys()]
      .map(waitingOf)
      .reduce((most, one) => (one.length > most.length ? one : most), [] as Entry[])
    if (longest.length <= waitingOf(client).length + 1) return false
    longest.at(-1)?.drop()
    return true
  }

  function forget(client: string, entry: Entry): void {
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
      // Only the wait ends by a signal: what runs keeps its place until it has really ended.
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
        if (!background) forget(client, entry)
      }
    },
  }
}
