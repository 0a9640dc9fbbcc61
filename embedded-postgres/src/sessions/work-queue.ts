import type { Running } from './progress.ts'

export type WorkQueue = {
  /** Runs `work` alone, after all earlier work, with a timeout of `limitMs`. */
  run<T>(limitMs: number, work: () => Promise<T>): Promise<T>
  /** true when nothing runs and nothing waits */
  isIdle(): boolean
  /** milliseconds since the last work ended */
  idleMs(): number
}

/** Creates the queue of all work on PostgreSQL: sessions, maintenance, shutdown. */
export function workQueue(running: Running): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  let endedAt = performance.now()
  const alone = async <T>(limitMs: number, work: () => Promise<T>): Promise<T> => {
    running.begin(limitMs)
    try {
      return await work()
    } finally {
      running.end()
      endedAt = performance.now()
      open--
    }
  }
  return {
    run: (limitMs, work) => {
      const mine = open++ === 0 ? alone(limitMs, work) : last.then(() => alone(limitMs, work))
      last = mine.catch(() => undefined)
      return mine
    },
    isIdle: () => open === 0,
    idleMs: () => performance.now() - endedAt,
  }
}
