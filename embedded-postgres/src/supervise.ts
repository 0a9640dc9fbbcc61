import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionPoint } from './connection-point.ts'
import { type DatabaseWorker, serveInWorker } from './database-worker.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { isOverdue } from './work-queue.ts'
import type { Log, ServeTask } from './worker-messages.ts'

/** Well within the 15 s that the shutdown of the server may take. */
const CLOSE_LIMIT_MS = 5_000
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
  settings: Omit<ServeTask, 'kind' | 'deadline' | 'listenAt' | 'password'>
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
    const worker = serveInWorker({ ...settings, listenAt, password: point.password }, log)
    try {
      await point.adopt(listenAt, await worker.listening)
      await last?.end()
      await sleep(pauseMs, undefined, { signal: ended.signal })
      await worker.open()
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
  const watch = () => {
    if (current && isOverdue(current.deadline)) replace(`a query ran longer than ${settings.queryLimitMs / 1000} s`)
  }
  const watchdog = setInterval(watch, Math.min(500, settings.queryLimitMs / 4)).unref()

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
