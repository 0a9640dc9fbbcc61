import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder, unfinishedPrefix } from './cluster-layout.ts'
import { openPostgres } from './open-postgres.ts'
import { syncFolder, syncTree } from './sync-files.ts'

/** Removes what creations that were killed half-way left behind. The caller holds the folder's lock. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  const unfinished = names.filter((name) => name.startsWith(unfinishedPrefix))
  await Promise.all(unfinished.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

/**
 * Creates the PostgreSQL files: in a folder of another name, forced to the disk, then renamed. So `cluster` is either absent or
 * complete, wherever a kill or a power cut falls. Takes some seconds and about 500 MB of memory while it runs.
 */
export async function createCluster(dataDir: string): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix))
  const postgres = await openPostgres({ cluster: unfinished, durable: false })
  await postgres.close()
  await syncTree(unfinished)
  await rename(unfinished, clusterFolder(dataDir))
  await syncFolder(dataDir)
}
