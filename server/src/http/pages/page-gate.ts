import { Refusal } from '../refusal.ts'

export type GateLimits = {
  /** documents that are rendered at the same time */
  running: number
  /** documents that wait for their turn */
  waiting: number
  /** documents of one client that wait or are rendered */
  perClient: number
  /** longest wait for a turn, in milliseconds */
  waitMs: number
}

export const defaultGateLimits: GateLimits = { running: 2, waiting: 200, perClient: 64, waitMs: 8000 }

export type Gate = {
  /**
   * Runs `work` when it is its turn. Throws unavailable when the queue is full or the wait too long, rate_limited when this client
   * has too many documents in it, and the reason of `signal` when the client left the queue.
   */
  run<T>(client: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

const busy = (): Refusal =>
  new Refusal('unavailable', {
    message: 'The site is very busy at the moment. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  })

/** Bounds the rendering of documents, which occupies the process, so that calls of the API are answered in between. */
export function createGate(limits: GateLimits = defaultGateLimits): Gate {
  let running = 0
  const clients = new Map<string, number>()
  // Clients take turns, so that many documents of one do not keep others waiting.
  const queues = new Map<string, Set<() => void>>()
  let waiting = 0

  const turn = (client: string, signal: AbortSignal): Promise<void> => {
    if (running < limits.running) {
      running++
      return Promise.resolve()
    }
    if (waiting >= limits.waiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        waiting--
        const queue = queues.get(client)
        queue?.delete(next)
        if (queue?.size === 0) queues.delete(client)
        clearTimeout(timeout)
        signal.removeEventListener('abort', left)
      }
      const next = (): void => {
        settle()
        running++
        resolve()
      }
      const left = (): void => {
        settle()
        reject(signal.reason)
      }
      const timeout = setTimeout(() => {
        settle()
        reject(busy())
      }, limits.waitMs)
      waiting++
      queues.set(client, (queues.get(client) ?? new Set()).add(next))
      signal.addEventListener('abort', left)
    })
  }

  const finish = (): void => {
    running--
    // Connections are read before the next document occupies the process.
    setImmediate(() => {
      const [client = '', queue] = queues.entries().next().value ?? []
      if (!queue || running >= limits.running) return
      const [next] = queue
      queues.delete(client)
      queues.set(client, queue)
      next?.()
    })
  }

  return {
    async run(client, signal, work) {
      const held = clients.get(client) ?? 0
      if (held >= limits.perClient)
        throw new Refusal('rate_limited', {
          message: 'You have asked for many pages at once. Please try again in a few seconds.',
          retryAfterSeconds: 5,
        })
      clients.set(client, held + 1)
      try {
        signal.throwIfAborted()
        await turn(client, signal)
        try {
          return await work()
        } finally {
          finish()
        }
      } finally {
        const left = (clients.get(client) ?? 1) - 1
        if (left > 0) clients.set(client, left)
        else clients.delete(client)
      }
    },
  }
}
