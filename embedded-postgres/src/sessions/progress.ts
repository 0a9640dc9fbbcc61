/**
 * What runs in the worker thread, shared with the one that watches it, because a thread that is busy inside PostgreSQL handles no
 * messages: the number of the piece of work (0 while none runs), its limit in milliseconds, and a count of its calls of the disk,
 * odd during one.
 */
export type Running = {
  memory: Int32Array<SharedArrayBuffer>
  begin(limitMs: number): void
  end(): void
  /** Calls the disk. */
  onDisk<T>(call: () => T): T
}

const [work, limit, disk, last] = [0, 1, 2, 3]

/** Wraps the memory that both threads share, or makes it. */
export function runningIn(memory = new Int32Array(new SharedArrayBuffer(16))): Running {
  return {
    memory,
    begin(limitMs) {
      Atomics.store(memory, limit, Math.min(limitMs, 2 ** 31 - 1))
      // 0 means that nothing runs
      Atomics.store(memory, work, Atomics.add(memory, last, 1) + 1 || Atomics.add(memory, last, 1) + 1)
    },
    end: () => void Atomics.store(memory, work, 0),
    onDisk(call) {
      Atomics.add(memory, disk, 1)
      try {
        return call()
      } finally {
        Atomics.add(memory, disk, 1)
      }
    },
  }
}

/** What the watching thread sees of a worker. */
export type Sample = { work: number; limitMs: number; diskCalls: number; cpuMs: number; atMs: number }

export const sampleOf = ({ memory }: Running, cpuMs: number): Sample => ({
  work: Atomics.load(memory, work),
  limitMs: Atomics.load(memory, limit),
  diskCalls: Atomics.load(memory, disk),
  cpuMs,
  atMs: performance.now(),
})

/** A call of the disk may take so many times the limit: a busy disk needs seconds for one sync. */
const diskTimes = 4
/** So many times the limit in all, however slow the machine is: everyone else waits. */
const longestTimes = 8
/** Longest time between two looks that counts: where the watching thread was not run either, nothing is known of the other one. */
const longestGapMs = 1000
/** Less processor time than this between two looks is that of a thread that waits. */
const progressMs = 0.5

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

/**
 * Returns a function that takes samples of the worker, and returns why its work has to be ended, or null. The limit counts processor time,
 * so that work on a busy machine may take longer by the clock. The worker is stuck when it neither used the processor nor returned from the
 * disk for that long.
 */
export function watchWork(): (sample: Sample) => string | null {
  let begun: Sample | undefined
  let before: Sample | undefined
  let waitedMs = 0
  let ranMs = 0
  return (sample) => {
    if (sample.work === 0) {
      begun = undefined
      return null
    }
    if (begun?.work !== sample.work || !before) {
      begun = sample
      before = sample
      waitedMs = 0
      ranMs = 0
      return null
    }
    const { limitMs } = sample
    const isMoving = sample.cpuMs - before.cpuMs >= progressMs || sample.diskCalls !== before.diskCalls
    const sinceMs = Math.min(longestGapMs, sample.atMs - before.atMs)
    ranMs += sinceMs
    waitedMs = isMoving ? 0 : waitedMs + sinceMs
    before = sample
    if (sample.cpuMs - begun.cpuMs > limitMs) return `a query ran longer than ${seconds(limitMs)}`
    const waitMs = sample.diskCalls % 2 === 0 ? limitMs : diskTimes * limitMs
    if (waitedMs > waitMs) return `a query made no progress for ${seconds(waitMs)}`
    if (ranMs > longestTimes * limitMs)
      return `a query ran longer than ${seconds(longestTimes * limitMs)}, of which the machine gave it ${seconds(sample.cpuMs - begun.cpuMs)}`
    return null
  }
}
