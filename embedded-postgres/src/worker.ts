import { once } from 'node:events'
import { constants, cpSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { createCluster } from './cluster.ts'
import { DurableFiles } from './durable-files.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { maintain } from './maintenance.ts'
import { openPostgres, verifyDurability } from './open-postgres.ts'
import { type Running, runningIn } from './sessions/progress.ts'
import { serveSessions } from './sessions/serve-sessions.ts'
import { sessionQueue } from './sessions/session-queue.ts'
import { type WorkQueue, workQueue } from './sessions/work-queue.ts'
import type { FromWorker, ServeTask, ToWorker, WorkerTask } from './worker-messages.ts'

/** Timeout of the last checkpoint and the shutdown of PostgreSQL. */
const CLOSE_LIMIT_MS = 60_000
/** Timeout of a copy of all files. */
const COPY_LIMIT_MS = 5 * 60_000

if (!parentPort) throw new Error('This file runs as a worker thread')
const parent: MessagePort = parentPort
const post = (message: FromWorker) => parent.postMessage(message)
// The supervisor starts this file with one of these tasks.
const task = workerData as WorkerTask

let lastFailure = ''
const readLogLine = (line: string) => {
  const [, level, text = ''] = /\b(LOG|FATAL|PANIC): {2}(.*)/.exec(line) ?? []
  if (level === 'LOG') {
    if (text.includes('not properly shut down')) post({ kind: 'log', level: 'info', message: text })
  } else if (level) {
    lastFailure = text
    post({ kind: 'log', level: 'error', message: `PostgreSQL: ${text}` })
  }
}

/** Reports the reason and blocks this thread for good: PostgreSQL must not write any more. The supervisor ends the thread. */
const stopThread = (reason: string): never => {
  post({ kind: 'broken', reason: lastFailure || reason })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error(reason)
}

const openFiles = async ({ cluster, filesModule }: ServeTask): Promise<DurableFiles> => {
  if (!filesModule) return new DurableFiles(cluster)
  const module: { openFiles(cluster: string): DurableFiles } = await import(filesModule)
  return module.openFiles(cluster)
}

const open = async (serve: ServeTask, running: Running): Promise<PGlite> => {
  const { cluster, durable } = serve
  const files = await openFiles(serve)
  files.running = running
  files.onAbort = () => stopThread('PostgreSQL gave up')
  const postgres = await openPostgres({ cluster, durable, files, onLogLine: readLogLine, onTrap: stopThread })
  if (durable) await verifyDurability(postgres, files)
  return postgres
}

const received = async (what: ToWorker): Promise<void> => {
  for (;;) {
    const [message] = await once(parent, 'message')
    if (message === what) return
  }
}

/**
 * Copies the files while nothing runs: together they are the database as a power cut would leave it. Synchronous, so that the thread writes
 * nothing meanwhile.
 */
const copyFiles = async (postgres: PGlite, queue: WorkQueue, cluster: string, to: string): Promise<void> => {
  const copy = async () => {
    if (!postgres.isInTransaction()) await postgres.exec('checkpoint')
    cpSync(cluster, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }
  await queue.run(COPY_LIMIT_MS, copy).then(
    () => post({ kind: 'copied', to }),
    (error: unknown) => post({ kind: 'copied', to, error: error instanceof Error ? error.message : String(error) }),
  )
}

const serve = async (settings: ServeTask): Promise<void> => {
  const server = await serveSessions(settings.listenAt)
  post({ kind: 'listening', port: server.port })
  await received('open')
  const running = runningIn(settings.running)
  running.begin(settings.openLimitMs)
  const postgres = await open(settings, running).catch((error: unknown) => {
    if (error instanceof EmbeddedDatabaseError) post({ kind: 'refused', message: error.message })
    return stopThread(error instanceof Error ? error.message : String(error))
  })
  running.end()
  const queue = workQueue(running)
  const { queryLimitMs, password } = settings
  const maintenance = maintain({
    postgres,
    queue,
    everyMs: settings.maintenanceMs,
    onError: (error) =>
      post({ kind: 'log', level: 'warn', message: 'database maintenance failed', details: { error } }),
  })
  server.open(sessionQueue({ postgres, queue, queryLimitMs, password, onBroken: stopThread }))
  parent.on('message', (message: ToWorker) => {
    if (typeof message === 'object') void copyFiles(postgres, queue, settings.cluster, message.copyTo)
  })
  post({ kind: 'ready' })
  await received('close')
  await maintenance.stop()
  await server.close()
  await queue.run(CLOSE_LIMIT_MS, async () => {
    await postgres.exec('checkpoint')
    await postgres.close()
  })
  post({ kind: 'closed' })
}

const carryOut = async (): Promise<void> => {
  if (task.kind === 'create') {
    await createCluster(task.dataDir)
    post({ kind: 'created' })
  } else await serve(task)
  parent.close()
}
// no await at the top of a thread's module: V8 aborts the process when a thread is terminated as such a module ends
void carryOut()
