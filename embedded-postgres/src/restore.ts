import { constants } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { clusterFolder, clusterVersion, wasShutDown } from './cluster-layout.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

/**
 * Copies a closed database into a new folder, for tests: one migrated template, a copy for each file. Several may copy the same
 * template at once. Only the cluster is copied: the lock file must never be opened by others. Throws when the source is open.
 */
export async function copyEmbedded(fromDataDir: string, toDataDir: string): Promise<void> {
  const source = clusterFolder(fromDataDir)
  if (clusterVersion(source) === undefined || !wasShutDown(source)) {
    throw new EmbeddedDatabaseError(`The database in ${fromDataDir} is not closed, so it cannot be copied.`)
  }
  await mkdir(toDataDir, { recursive: true, mode: 0o700 })
  await cp(source, clusterFolder(toDataDir), {
    recursive: true,
    errorOnExist: true,
    force: false,
    mode: constants.COPYFILE_FICLONE,
  })
}
