import { availableParallelism } from 'node:os'
import { Refusal } from '#http/refusal.ts'

/** Who asks for work, and until when they want it. */
export type Turn = {
  /** clients take turns, however much each of them asks for */
  client: string
  /** aborted when the client has left: work that waits is dropped then, work that runs goes on */
  signal?: AbortSignal
}

export type HashingPool = {
  /** Runs `work` when its turn comes. Throws unavailable, with the seconds to wait, when too much waits or the client has left. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

type Waiting = { start(): void; drop(): void }

const retryAfterSeconds = 5
const busy = 'Many people are signing in at the moment. Please try again in a few seconds.'

/**
 * Runs at most `atOnce` pieces of work and keeps at most `waiting` more. Clients take turns, so that one with much to do does not keep
 * the others waiting; when too much waits, the newest of the client that waits most is refused.
 */
export function createHashingPool(limits: { atOnce: number; waiting: number }): HashingPool {
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
    if (waiting < limits.waiting) return true
    const own = queues.get(client)?.length ?? 0
    const longest = [...queues.values()].reduce((most, one) => (one.length > most.length ? one : most), [])
    if (longest.length <= own + 1) return false
    longest.at(-1)?.drop()
    return true
  }

  return {
    async run({ client, signal }, work) {
      if (running < limits.atOnce) return start(work)
      if (signal?.aborted || !makeRoom(client)) throw full()
      return new Promise((resolve, reject) => {
        const remove = (): void => {
          const queue = queues.get(client)?.filter((one) => one !== entry) ?? []
          if (queue.length > 0) queues.set(client, queue)
          else queues.delete(client)
          waiting--
        }
        const entry: Waiting = {
          start() {
            signal?.removeEventListener('abort', entry.drop)
            start(work).then(resolve, reject)
          },
          drop() {
            signal?.removeEventListener('abort', entry.drop)
            remove()
            reject(full())
          },
        }
        signal?.addEventListener('abort', entry.drop)
        const queue = queues.get(client)
        if (queue) queue.push(entry)
        else queues.set(client, [entry])
        waiting++
      })
    },
  }
}

/** Threads of the pool that Node hashes, compresses and reads files on; its own default is 4. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * The one pool of this process. It leaves at least one thread of Node's pool to compression and files, and never hashes more at once
 * than there are processors. What waits is done within a few seconds.
 */
export const hashingPool = createHashingPool({
  atOnce: Math.max(1, Math.min(availableParallelism(), threads - 1)),
  waiting: 256,
})
