import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { clusterFolder, clusterVersion, removeUnfinished, syncFolder } from './cluster.ts'
import { type Connection, loopbackPoint, socketPoint } from './connection-point.ts'
import { serveCopies } from './copies.ts'
import { createInWorker } from './database-worker.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { lockFolder } from './folder-lock.ts'
import { supervise } from './supervise.ts'
import type { Log } from './worker-messages.ts'

export type EmbeddedDatabase = {
  /** Settings of `pg.Pool`. The pool must have `max: 1` and `idleTimeoutMillis: 0`: there is one session, and opening one is expensive. */
  connection: Connection
  /** Closes the database with a checkpoint, ends the worker, releases the folder. End the pool first. Idempotent. */
  close(): Promise<void>
}

export type StartEmbeddedOptions = {
  /** folder of the database; created when it does not exist */
  dataDir: string
  log: Log
  /** timeout of a query in milliseconds, after which its connection breaks; 15 s by default */
  queryLimitMs?: number
  /** interval of VACUUM ANALYZE and CHECKPOINT in milliseconds; a minute by default */
  maintenanceMs?: number
  /** for tests, refused in production */
  testing?: {
    /** false switches fsync off: faster, loses data in a power cut */
    durable?: boolean
    /** path of a module whose `openFiles(cluster)` returns the DurableFiles to use */
    filesModule?: string
    /** serve on loopback as on Windows */
    loopback?: boolean
  }
}

/** Bytes of a new database (45 MB), and some for its first rows. */
const bytesOfNew = 64e6

/** Major version of PostgreSQL inside PGlite; it cannot read the files of other versions. */
const VERSION = '18'

/**
 * Starts PostgreSQL inside this process, on the files in `dataDir`. Throws EmbeddedDatabaseError, with one sentence for the operator,
 * when another process uses the folder, when its files are of another version or damaged, or when commits would not reach the disk.
 */
export async function startEmbedded(options: StartEmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, testing = {}, queryLimitMs = 15_000, maintenanceMs = 60_000 } = options
  const dataDir = resolve(options.dataDir)
  if (options.testing && process.env.NODE_ENV === 'production') {
    throw new EmbeddedDatabaseError('The embedded database does not start with test settings in production.')
  }
  await makeFolder(dataDir)
  const lock = lockFolder(dataDir)
  try {
    await prepareCluster(dataDir, log)
    const point = testing.loopback || process.platform === 'win32' ? loopbackPoint() : await socketPoint(dataDir)
    const settings = {
      cluster: clusterFolder(dataDir),
      durable: testing.durable ?? true,
      filesModule: testing.filesModule,
      queryLimitMs,
      maintenanceMs,
    }
    const supervised = await supervise({ point, log, settings }).catch(async (error) => {
      await point.remove()
      throw error
    })
    const copies = serveCopies(dataDir, supervised.copyTo, log)
    let closing: Promise<void> | undefined
    const close = async () => {
      await copies.stop()
      await supervised.stop()
      await point.remove()
      lock.release()
    }
    return {
      connection: point.connection(),
      close: () => {
        closing ??= close()
        return closing
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Creates the folder and its parents, and syncs their names to the disk. */
const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

const prepareCluster = async (dataDir: string, log: Log): Promise<void> => {
  await removeUnfinished(dataDir)
  const cluster = clusterFolder(dataDir)
  const version = clusterVersion(cluster)
  if (version === VERSION) return
  if (version !== undefined) {
    throw new EmbeddedDatabaseError(
      `The files in ${cluster} are of PostgreSQL ${version}, and this version of Virtual Courses reads PostgreSQL ${VERSION}: make a backup with the version that wrote them, and restore it here.`,
    )
  }
  if (existsSync(cluster)) {
    throw new EmbeddedDatabaseError(
      `The files in ${cluster} are damaged (PG_VERSION is missing): restore a backup, or move the folder away to begin with an empty database.`,
    )
  }
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < bytesOfNew) {
    throw new EmbeddedDatabaseError(
      `A new database takes ${bytesOfNew / 1e6} MB, and the disk of ${dataDir} has ${Math.floor((bavail * bsize) / 1e6)} MB left: make room there, or set DATA_DIR to a folder on another disk.`,
    )
  }
  log('info', 'creating the embedded database', { folder: dataDir })
  await createInWorker(dataDir)
}
