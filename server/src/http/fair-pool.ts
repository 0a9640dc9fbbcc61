import { Refusal } from './refusal.ts'

/** Who asks for work, and until when they want it. */
export type Turn = {
  /** clients take turns, however much each of them asks for */
  client: string
  /** aborted when the client has left: work that waits is dropped then, work that runs goes on */
  signal?: AbortSignal | undefined
}

export type FairPool = {
  /** Runs `work` when its turn comes. Throws unavailable, with the seconds to wait, when too much waits or the client has left. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

type Bounds = {
  atOnce: number
  waiting: number
  /** milliseconds after which work that still waits is refused; without it, it waits as long as the client does */
  longestMs?: number
  /** what a refused client is told */
  busy: string
}

type Waiting = { start(): void; drop(): void }

const retryAfterSeconds = 5

/**
 * Runs at most `atOnce` pieces of work and keeps at most `waiting` more. Clients take turns, so that one with much to do does not keep
 * the others waiting; when too much waits, the newest of the client that waits most is refused.
 */
export function createFairPool({ atOnce, waiting: most, longestMs, busy }: Bounds): FairPool {
  /** by client; the first one is next */
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  const full = () => new Refusal('unavailable', { message: busy, retryAfterSeconds })

  async function start<T>(work: () => Promise<T>): Promise<T> {
    running++
    try {
      return await work()
    } finally {
      running--
      startNext()
    }
  }

  function startNext(): void {
    const [next] = queues
    if (!next) return
    const [client, queue] = next
    const first = queue.shift()
    waiting--
    queues.delete(client)
    if (queue.length > 0) queues.set(client, queue)
    first?.start()
  }

  /** Makes room for one more of this client; false when no one else waits for more than they do. */
  function makeRoom(client: string): boolean {
    if (waiting < most) return true
    const own = queues.get(client)?.length ?? 0
    const longest = [...queues.values()].reduce((most, one) => (one.length > most.length ? one : most), [])
    if (longest.length <= own + 1) return false
    longest.at(-1)?.drop()
    return true
  }

  return {
    async run({ client, signal }, work) {
      if (signal?.aborted) throw full()
      if (running < atOnce) return start(work)
      if (!makeRoom(client)) throw full()
      return new Promise((resolve, reject) => {
        let tooLate: NodeJS.Timeout | undefined
        const remove = (): void => {
          const queue = queues.get(client)?.filter((one) => one !== entry) ?? []
          if (queue.length > 0) queues.set(client, queue)
          else queues.delete(client)
          waiting--
        }
        const ended = (): void => {
          signal?.removeEventListener('abort', entry.drop)
          clearTimeout(tooLate)
        }
        const entry: Waiting = {
          start() {
            ended()
            start(work).then(resolve, reject)
          },
          drop() {
            ended()
            remove()
            reject(full())
          },
        }
        signal?.addEventListener('abort', entry.drop)
        if (longestMs !== undefined) tooLate = setTimeout(entry.drop, longestMs)
        const queue = queues.get(client)
        if (queue) queue.push(entry)
        else queues.set(client, [entry])
        waiting++
      })
    },
  }
}
