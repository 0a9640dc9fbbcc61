/**
 * The deadline of the running work, shared between the threads: nanoseconds of the monotonic clock after which the work is overdue, 0 while
 * nothing runs. Shared memory, because a thread that is busy inside PostgreSQL handles no messages.
 */
export type Deadline = BigInt64Array<SharedArrayBuffer>

export const newDeadline = (): Deadline => new BigInt64Array(new SharedArrayBuffer(8))
export const isOverdue = (deadline: Deadline): boolean => {
  const at = Atomics.load(deadline, 0)
  return at !== 0n && process.hrtime.bigint() > at
}

export type WorkQueue = {
  /** Runs `work` alone, after all earlier work, with a timeout of `limitMs`. */
  run<T>(limitMs: number, work: () => Promise<T>): Promise<T>
  /** true when nothing runs and nothing waits */
  isIdle(): boolean
  /** milliseconds since the last work ended */
  idleMs(): number
}

/** Creates the queue of all work on PostgreSQL: sessions, maintenance, shutdown. */
export function workQueue(deadline: Deadline): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  let endedAt = performance.now()
  const alone = async <T>(limitMs: number, work: () => Promise<T>): Promise<T> => {
    Atomics.store(deadline, 0, process.hrtime.bigint() + BigInt(Math.round(limitMs * 1e6)))
    try {
      return await work()
    } finally {
      Atomics.store(deadline, 0, 0n)
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
