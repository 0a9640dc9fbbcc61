import { randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFolder, clusterVersion } from './cluster.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import type { Log } from './worker-messages.ts'

/**
 * Copies of the database as it is at one moment, for backups. The process that wants one makes a folder `copy-…` beside the cluster and
 * the process that has the database fills it, so no connection is needed and the permissions of the folder decide who may ask.
 */
const copyPrefix = 'copy-'
const isCopy = (name: string): boolean => name.startsWith(copyPrefix)
/** File with the reason why a copy could not be made. */
const failure = (copy: string): string => join(copy, 'failed')
const unfinished = (copy: string): string => join(copy, 'cluster.part')

const SERVE_POLL_MS = 500
const WAIT_POLL_MS = 50
/** The process that has the database looks for requests twice a second; large databases take a while to copy. */
const COPY_LIMIT_MS = 5 * 60_000
/** Age after which the copy of a killed process is deleted. */
const ABANDONED_MS = 24 * 3600_000

export type DatabaseCopy = {
  /** a folder that `startEmbedded` opens; the database recovers itself as after a power cut */
  dataDir: string
  /** Deletes the copy; close it first. */
  remove(): Promise<void>
}

/**
 * Copies the database in `dataDir` as it is at this moment, whether or not a process uses it: that process then makes the copy and goes
 * on. Throws EmbeddedDatabaseError when there is no database, or when the process that uses it does not make the copy; `signal` ends the
 * wait for it.
 */
export async function copyDatabase(dataDir: string, signal?: AbortSignal): Promise<DatabaseCopy> {
  const folder = resolve(dataDir)
  if (clusterVersion(clusterFolder(folder)) === undefined) {
    throw new EmbeddedDatabaseError(
      `There is no embedded database in ${folder}: set DATA_DIR to the folder of the site.`,
    )
  }
  const copy = join(folder, `${copyPrefix}${randomBytes(6).toString('hex')}`)
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    const lock = tryLock(folder)
    if (lock) {
      await makePrivate(copy, folder)
      await copyCluster(folder, copy).finally(() => lock.release())
    } else {
      await makePrivate(copy, folder)
      await waitForCopy(copy, signal)
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { dataDir: copy, remove }
}

/** Makes the folder for a copy, of the same owner as the database: a process of that owner fills it, and root may ask. */
async function makePrivate(copy: string, folder: string): Promise<void> {
  await mkdir(copy, { mode: 0o700 })
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() === 0) await chown(copy, uid, gid)
}

function tryLock(folder: string): FolderLock | null {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) return null
    throw error
  }
}

async function copyCluster(folder: string, copy: string): Promise<void> {
  await cp(clusterFolder(folder), unfinished(copy), { recursive: true, mode: constants.COPYFILE_FICLONE })
  await rename(unfinished(copy), clusterFolder(copy))
}

async function waitForCopy(copy: string, signal?: AbortSignal): Promise<void> {
  for (const until = Date.now() + COPY_LIMIT_MS; Date.now() < until; await sleep(WAIT_POLL_MS)) {
    signal?.throwIfAborted()
    if (existsSync(clusterFolder(copy))) return
    const reason = await readFile(failure(copy), 'utf8').catch(() => undefined)
    if (reason !== undefined)
      throw new EmbeddedDatabaseError(
        `The process that uses the database could not copy it: ${reason || 'its disk may be full; its log says why'}.`,
      )
  }
  throw new EmbeddedDatabaseError(
    'The process that uses the database did not copy it in time: stop it, or try again when it is less busy.',
  )
}

/** Leaves the reason for the process that waits. What was copied goes first: on a full disk it has the room that the reason needs. */
async function refuse(copy: string, reason: string): Promise<void> {
  await rm(unfinished(copy), { recursive: true, force: true })
  const part = `${failure(copy)}.part`
  // without any room the file is empty, and says as much
  await writeFile(part, reason, { mode: 0o600 }).catch(() => {})
  await rename(part, failure(copy))
}

/**
 * Makes the copies that other processes ask for, until `stop`. `copyTo` copies the cluster between two pieces of work. The caller has the
 * folder's lock.
 */
export function serveCopies(
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: Log,
): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let stopped = false

  const serve = async (name: string): Promise<void> => {
    const copy = join(dataDir, name)
    if (existsSync(clusterFolder(copy)) || existsSync(failure(copy)) || existsSync(unfinished(copy))) {
      const { mtimeMs } = await stat(copy)
      if (Date.now() - mtimeMs > ABANDONED_MS) await rm(copy, { recursive: true, force: true })
      return
    }
    try {
      await copyTo(unfinished(copy))
      await rename(unfinished(copy), clusterFolder(copy))
      log('info', 'the database was copied for a backup')
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      log('warn', 'the database could not be copied for a backup', { error: text })
      await refuse(copy, text.includes('ENOSPC') ? `the disk of ${dataDir} is full: make room there` : text)
    }
  }
  const serveCopies = async (): Promise<void> => {
    for (const name of (await readdir(dataDir)).filter(isCopy)) if (!stopped) await serve(name)
  }
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = serveCopies()
      .catch((error: Error) => log('warn', 'copies of the database are not made', { error: error.message }))
      .finally(() => {
        busy = false
      })
  }, SERVE_POLL_MS).unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
