import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { createCluster } from './create-cluster.ts'
import { DurableFiles } from './durable-files.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { maintain } from './maintenance.ts'
import { openPostgres, proveDurability } from './open-postgres.ts'
import { serveSessions } from './serve-sessions.ts'
import { sessionQueue } from './session-queue.ts'
import { workLine } from './work-queue.ts'
import type { FromWorker, ServeTask, ToWorker, WorkerTask } from './worker-messages.ts'

/** The time for a last checkpoint and the end of PostgreSQL. */
const CLOSE_LIMIT_MS = 60_000

if (!parentPort) throw new Error('This file runs as a worker thread')
const parent: MessagePort = parentPort
const say = (message: FromWorker) => parent.postMessage(message)
// Only our own supervisor starts this file, with one of these tasks.
const task = workerData as WorkerTask

let lastFailure = ''
const readLogLine = (line: string) => {
  const [, level, text = ''] = /\b(LOG|FATAL|PANIC): {2}(.*)/.exec(line) ?? []
  if (level === 'LOG') {
    if (text.includes('not properly shut down')) say({ kind: 'log', level: 'info', message: text })
  } else if (level) {
    lastFailure = text
    say({ kind: 'log', level: 'error', message: `PostgreSQL: ${text}` })
  }
}

/** Says why and stops this thread for good: PostgreSQL must not write one more byte. The supervisor ends the thread. */
const breakOff = (reason: string): never => {
  say({ kind: 'broken', reason: lastFailure || reason })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error(reason)
}

const openFiles = async ({ cluster, filesModule }: ServeTask): Promise<DurableFiles> => {
  if (!filesModule) return new DurableFiles(cluster)
  const module: { openFiles(cluster: string): DurableFiles } = await import(filesModule)
  return module.openFiles(cluster)
}

const open = async (serve: ServeTask): Promise<PGlite> => {
  const { cluster, durable } = serve
  const files = await openFiles(serve)
  files.onAbort = () => breakOff('PostgreSQL gave up')
  const postgres = await openPostgres({ cluster, durable, files, onLogLine: readLogLine, onTrap: breakOff })
  if (durable) await proveDurability(postgres, files)
  return postgres
}

const toldTo = async (what: ToWorker): Promise<void> => {
  for (;;) {
    const [told] = await once(parent, 'message')
    if (told === what) return
  }
}

const serve = async (settings: ServeTask): Promise<void> => {
  const server = await serveSessions(settings.listenAt)
  say({ kind: 'listening', port: server.port })
  await toldTo('open')
  const postgres = await open(settings).catch((error: unknown) => {
    if (error instanceof EmbeddedDatabaseError) say({ kind: 'refused', message: error.message })
    return breakOff(error instanceof Error ? error.message : String(error))
  })
  const line = workLine(settings.deadline)
  const { queryLimitMs, password } = settings
  const maintenance = maintain({
    postgres,
    line,
    everyMs: settings.maintenanceMs,
    onError: (error) => say({ kind: 'log', level: 'warn', message: 'database maintenance failed', details: { error } }),
  })
  server.open(sessionQueue({ postgres, line, queryLimitMs, password, onBroken: breakOff }))
  say({ kind: 'ready' })
  await toldTo('close')
  await maintenance.stop()
  await server.close()
  await line.run(CLOSE_LIMIT_MS, async () => {
    await postgres.exec('checkpoint')
    await postgres.close()
  })
  say({ kind: 'closed' })
}

if (task.kind === 'create') {
  await createCluster(task.dataDir)
  say({ kind: 'created' })
} else await serve(task)
parent.close()
