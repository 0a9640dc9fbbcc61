import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionPoint } from './connection-point.ts'
import { type DatabaseWorker, serveInWorker } from './database-worker.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { type Sample, watchWork } from './sessions/progress.ts'
import type { Log, ServeTask } from './worker-messages.ts'

/** Well within the 15 s that the shutdown of the server may take. */
const CLOSE_LIMIT_MS = 5_000
/** Recovery after a power cut may take so much of the processor; on a busy machine or disk it takes longer by the clock. */
const OPEN_LIMIT_MS = 5 * 60_000
/** Interval at which a slow opening is reported. */
const OPEN_REPORT_MS = 15_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

export type Supervised = {
  /** Copies the files of the database, as they are between two pieces of work. Rejects while no worker runs. */
  copyTo(folder: string): Promise<void>
  /** Closes the database. */
  stop(): Promise<void>
}

export type SuperviseOptions = {
  point: ConnectionPoint
  log: Log
  settings: Omit<ServeTask, 'kind' | 'running' | 'listenAt' | 'openLimitMs' | 'password'>
}

/**
 * Keeps one worker running: starts the first (rejects when that fails), and replaces it when it is lost or when a query exceeds its
 * timeout, because nothing else can stop a query inside PGlite.
 */
export async function supervise({ point, log, settings }: SuperviseOptions): Promise<Supervised> {
  const ended = new AbortController()
  let current: DatabaseWorker | undefined
  let replacing: Promise<void> | undefined

  /**
   * Order matters: listen, take over the address, end the last worker (which releases the files), and only then open the files. `pauseMs`
   * is a delay before that, during which new connections wait instead of failing.
   */
  const succeed = async (last: DatabaseWorker | undefined, pauseMs: number): Promise<void> => {
    if (!point.overlaps) await last?.end()
    const listenAt = point.next()
    const worker = serveInWorker({ ...settings, listenAt, password: point.password, openLimitMs: OPEN_LIMIT_MS }, log)
    try {
      await point.adopt(listenAt, await worker.listening)
      await last?.end()
      await sleep(pauseMs, undefined, { signal: ended.signal })
      await watchOpening(worker, log)
    } catch (error) {
      await worker.end()
      throw error
    }
    current = worker
    void worker.lost.then((reason) => current === worker && replace(reason))
  }

  const replace = (reason: string): void => {
    if (replacing || ended.signal.aborted) return
    log('error', 'the embedded database is restarted', { reason })
    const attempts = async () => {
      for (let pause = 0; !ended.signal.aborted; pause = Math.min(pause * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS)) {
        const last = current
        current = undefined
        try {
          return await succeed(last, pause)
        } catch (error) {
          if (!ended.signal.aborted)
            log('error', 'the embedded database could not be restarted', { error: String(error) })
        }
      }
    }
    replacing = attempts().finally(() => {
      replacing = undefined
    })
  }

  await succeed(undefined, 0)
  const judges = new WeakMap<DatabaseWorker, (sample: Sample) => string | null>()
  const watch = async (worker: DatabaseWorker): Promise<void> => {
    const sample = await worker.readSample()
    const judge = judges.get(worker) ?? watchWork()
    judges.set(worker, judge)
    const reason = sample && judge(sample)
    if (reason !== null && worker === current) replace(reason)
  }
  const watchdog = setInterval(() => current && void watch(current), Math.min(500, settings.queryLimitMs / 4)).unref()

  return {
    copyTo: async (folder) => {
      if (!current) throw new EmbeddedDatabaseError('the database is being restarted')
      await current.copyTo(folder)
    },
    stop: async () => {
      ended.abort()
      clearInterval(watchdog)
      await replacing
      const inOrder = await current?.close(CLOSE_LIMIT_MS)
      if (!inOrder)
        log('warn', 'the embedded database was ended without its last checkpoint; the next start recovers it')
    },
  }
}

/**
 * Opens the files. There is no limit by the clock: after a power cut a thousand files are synced, which takes a busy disk minutes. Says
 * how it goes, and rejects when nothing moves any more.
 */
async function watchOpening(worker: DatabaseWorker, log: Log): Promise<void> {
  const begun = performance.now()
  let reportedAt = begun
  const judge = watchWork()
  const stuck = Promise.withResolvers<never>()
  const checkProgress = async (): Promise<void> => {
    const sample = await worker.readSample()
    if (!sample) return
    const reason = judge(sample)
    if (reason !== null)
      stuck.reject(
        new EmbeddedDatabaseError(
          `The embedded database could not be opened: ${reason.replace('a query', 'its recovery')}. Is its disk all right?`,
        ),
      )
    if (performance.now() - reportedAt < OPEN_REPORT_MS) return
    reportedAt = performance.now()
    log('info', 'the embedded database is still being opened', {
      seconds: Math.round((reportedAt - begun) / 1000),
      processorSeconds: Math.round(sample.cpuMs / 1000),
      diskCalls: Math.floor(sample.diskCalls / 2),
    })
  }
  const timer = setInterval(() => void checkProgress(), 1000).unref()
  await Promise.race([worker.open(), stuck.promise]).finally(() => clearInterval(timer))
}
