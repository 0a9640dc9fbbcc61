import { readFileSync } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from './open-postgres.ts'

/** Folder of the PostgreSQL files inside the database folder, beside the lock and the socket. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'cluster')

/** Prefix of the name of a cluster that is being created and was never in use. */
export const unfinishedPrefix = 'cluster.new-'

/** Major version of the PostgreSQL files, as written by PostgreSQL itself; undefined when there are none. */
export function clusterVersion(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** True when PostgreSQL was shut down cleanly. The cluster's state is the int32 at byte 16 of pg_control; 1 = shut down. */
export const wasShutDown = (cluster: string): boolean =>
  readFileSync(join(cluster, 'global', 'pg_control')).readInt32LE(16) === 1

const AT_ONCE = 16

const sync = async (path: string, flags: string): Promise<void> => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs the names in a folder to the disk. Windows cannot open folders, and keeps their names in its journal. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await sync(path, 'r')
}

/** Syncs `root` and all files and folders below it to the disk. Files are opened for writing because Windows requires it. */
export async function syncTree(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const waiting = entries.flatMap((one) => {
    const path = join(one.parentPath, one.name)
    if (one.isDirectory()) return [() => syncFolder(path)]
    return one.isFile() ? [() => sync(path, 'r+')] : []
  })
  for (let i = 0; i < waiting.length; i += AT_ONCE) await Promise.all(waiting.slice(i, i + AT_ONCE).map((run) => run()))
  await syncFolder(root)
}

/** Deletes unfinished clusters of killed processes. The caller has the folder's lock. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  const unfinished = names.filter((name) => name.startsWith(unfinishedPrefix))
  await Promise.all(unfinished.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

/**
 * Creates the PostgreSQL files in a folder of another name, syncs and renames it, so that after a kill or power cut `cluster` is either
 * absent or complete. Takes some seconds and about 500 MB of memory.
 */
export async function createCluster(dataDir: string): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix))
  const postgres = await openPostgres({ cluster: unfinished, durable: false })
  await postgres.close()
  await syncTree(unfinished)
  await rename(unfinished, clusterFolder(dataDir))
  await syncFolder(dataDir)
}
