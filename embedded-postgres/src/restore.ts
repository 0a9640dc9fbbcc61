import { constants } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { clusterFolder, clusterVersion, wasShutDown } from './cluster.ts'
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

/** Missing in the types of Node. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

let compiled: Promise<object> | undefined

/**
 * Compiles PGlite and keeps the module for the life of this process, for tests: V8 shares its machine code, optimised functions
 * included, with every database that starts while the module is alive.
 */
export function keepCompiled(): Promise<object> {
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}
