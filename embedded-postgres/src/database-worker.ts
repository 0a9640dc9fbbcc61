import { Worker } from 'node:worker_threads'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { runningIn, type Sample, sampleOf } from './sessions/progress.ts'
import type { FromWorker, Log, ServeTask, ToWorker, WorkerTask } from './worker-messages.ts'

/** A worker thread that serves PostgreSQL. */
export type DatabaseWorker = {
  /** Returns what it does now; null when the thread has ended. */
  readSample(): Promise<Sample | null>
  /** resolves to the port when it listens (0 for a socket); rejects when it could not */
  listening: Promise<number>
  /** Opens the files, which the last owner must have released. Resolves when it serves; rejects when it cannot. */
  open(): Promise<void>
  /** resolves with the reason when it cannot serve any more; also after `close` and `end` */
  lost: Promise<string>
  /** Copies its files, as they are between two pieces of work, to a folder that does not exist yet. */
  copyTo(folder: string): Promise<void>
  /** Shuts it down; ends it after `limitMs`. Resolves to whether it shut down in time. */
  close(limitMs: number): Promise<boolean>
  /** Ends it at once, like a kill; resolves when the thread has ended and its descriptors are closed. */
  end(): Promise<void>
}

/** Stack size of the thread: PostgreSQL's stack limit of 2 MB needs about four times as much; with less, deep queries crash. */
const STACK_MB = 16

const startThread = (task: WorkerTask): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'embedded-database',
    workerData: task,
    resourceLimits: { stackSizeMb: STACK_MB },
  })

/** Creates the PostgreSQL files in a thread of its own, whose memory is freed afterwards. */
export async function createInWorker(dataDir: string): Promise<void> {
  const thread = startThread({ kind: 'create', dataDir })
  await new Promise<void>((resolve, reject) => {
    thread.on('message', (message: FromWorker) => message.kind === 'created' && resolve())
    thread.on('error', reject)
    thread.on('exit', () => reject(new EmbeddedDatabaseError('The embedded database could not be created.')))
  })
}

export function serveInWorker(settings: Omit<ServeTask, 'kind' | 'running'>, log: Log): DatabaseWorker {
  const running = runningIn()
  const thread = startThread({ ...settings, kind: 'serve', running: running.memory })
  const send = (message: ToWorker) => thread.postMessage(message)
  const listening = Promise.withResolvers<number>()
  const ready = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<boolean>()
  const lost = Promise.withResolvers<string>()
  const copies = new Map<string, PromiseWithResolvers<void>>()
  // An unhandled rejection of one of these must not end the process.
  for (const one of [listening, ready]) one.promise.catch(() => undefined)

  const fail = (reason: string) => {
    const error = new EmbeddedDatabaseError(`The embedded database could not be opened: ${reason}.`)
    listening.reject(error)
    ready.reject(error)
    closed.resolve(false)
    lost.resolve(reason)
    for (const copy of copies.values()) copy.reject(error)
  }
  thread.on('message', (message: FromWorker) => {
    if (message.kind === 'log') log(message.level, message.message, message.details)
    else if (message.kind === 'listening') listening.resolve(message.port)
    else if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'refused') ready.reject(new EmbeddedDatabaseError(message.message))
    else if (message.kind === 'broken') fail(message.reason)
    else if (message.kind === 'closed') closed.resolve(true)
    else if (message.kind === 'copied') {
      if (message.error === undefined) copies.get(message.to)?.resolve()
      else copies.get(message.to)?.reject(new EmbeddedDatabaseError(message.error))
    }
  })
  thread.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
  thread.on('exit', () => fail('its thread ended'))

  const end = async () => {
    await thread.terminate()
  }
  return {
    readSample: async () => {
      const usage = await thread.cpuUsage().catch(() => null)
      return usage && sampleOf(running, (usage.user + usage.system) / 1000)
    },
    listening: listening.promise,
    open: () => {
      send('open')
      return ready.promise
    },
    lost: lost.promise,
    copyTo: async (folder) => {
      const copy = Promise.withResolvers<void>()
      copies.set(folder, copy)
      send({ copyTo: folder })
      await copy.promise.finally(() => copies.delete(folder))
    },
    close: async (limitMs) => {
      send('close')
      const timer = setTimeout(() => closed.resolve(false), limitMs)
      const inOrder = await closed.promise
      clearTimeout(timer)
      await end()
      return inOrder
    },
    end,
  }
}
