import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The PostgreSQL files inside the database folder. The lock and the socket stand beside them. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'cluster')

/** Start of the name of a cluster that is still being created; nothing in such a folder was ever in use. */
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

/** Whether PostgreSQL ended in order the last time. The cluster's state is the int32 at byte 16 of pg_control; 1 = shut down. */
export const wasShutDown = (cluster: string): boolean =>
  readFileSync(join(cluster, 'global', 'pg_control')).readInt32LE(16) === 1
