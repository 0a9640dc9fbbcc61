import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseStorage } from '#app/choose-adapters.ts'
import type { Config } from '#app/config/config.ts'
import { nameDatabase, openSource } from '#app/config/database-source.ts'
import { type AppDeps, createDeps } from '#app/create-deps.ts'
import { allJobs } from '#app/job-registry.ts'
import { enqueue } from '#core/jobs.ts'
import { findForeignBankDetails } from '#features/payouts/index.ts'
import { type Manifest, readManifest } from './backup-format.ts'
import { checkBackup, readWaitingJobs, restoreBackup } from './restore-backup.ts'
import { quietLog, readableBytes, runCommand, several, stopSignal } from './with-deps.ts'

/** Limit of a query in an embedded database: it inserts many rows, and checks the foreign keys of whole tables. */
const queryLimitMs = 30 * 60_000

const log = (level: 'info' | 'warn' | 'error', message: string, details: object = {}) =>
  quietLog[level](details, message)

/** Enqueues the jobs that were waiting. Returns the number of those that this version does not know any more. */
async function restoreJobs(deps: AppDeps, folder: string, manifest: Manifest): Promise<number> {
  const kinds = new Map(allJobs(deps).map(({ kind }) => [kind.name, kind]))
  let unknown = 0
  for await (const { name, data, startAfter } of readWaitingJobs(folder, manifest)) {
    const kind = kinds.get(name)
    const delaySeconds = Math.max(0, Math.ceil((startAfter.getTime() - Date.now()) / 1000))
    if (kind?.data.safeParse(data).success) await enqueue(deps.db, kind, data, delaySeconds > 0 ? { delaySeconds } : {})
    else unknown++
  }
  return unknown
}

/** Enqueues the waiting jobs and looks whether the bank details can be read here. */
async function finish(deps: AppDeps, folder: string, manifest: Manifest) {
  const unknown = await restoreJobs(deps, folder, manifest)
  return { unknown, foreign: await findForeignBankDetails(deps.db, deps.payoutSecrets) }
}

async function restore(config: Config, folder: string): Promise<void> {
  const begun = performance.now()
  const dataDir = resolve(config.DATA_DIR)
  // before a database is created, or waited for, for a folder that is no backup
  await readManifest(folder)
  console.log(`Restoring into ${nameDatabase(config)}.`)
  const source = await openSource(config, log, queryLimitMs)
  const manifest = await restoreBackup(folder, {
    settings: source.direct,
    shared: source.shared,
    storage: await chooseStorage(config, dataDir),
    uploadFolder: join(dataDir, 'uploads'),
    log,
    signal: stopSignal(),
  }).catch(async (error: unknown) => {
    await source.close()
    throw error
  })
  const deps = await createDeps(config, quietLog, { source, purpose: 'restore' })
  const { unknown, foreign } = await finish(deps, folder, manifest).finally(() => deps.close())
  const rows = manifest.tables.reduce((sum, { lines }) => sum + lines, 0)
  const { lines: files, totalBytes } = manifest.media
  console.log(
    `Restored ${rows} rows of ${manifest.tables.length} tables, ${several(manifest.jobs.lines - unknown, 'waiting job')} and ${files} media files (${readableBytes(totalBytes)}) of ${manifest.createdAt} in ${((performance.now() - begun) / 1000).toFixed(1)} s. All checksums are those of the backup.`,
  )
  if (foreign !== null) console.error(`Before the start: ${foreign.replaceAll('DATA_DIR', dataDir)}`)
  if (unknown > 0) console.error(`${unknown} waiting jobs were left out: this version does not know their kind.`)
  if (manifest.missing.length > 0)
    console.error(
      `${manifest.missing.length} media files were missing when the backup was made; its manifest lists them.`,
    )
}

await runCommand(async (config) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1)
    throw new Error('name the folder of a backup: npm run restore -- FOLDER [--check]')
  if (!values.check) return restore(config, folder)
  const { createdAt } = await checkBackup(folder, true)
  console.log(`The backup of ${createdAt} is complete: every file is as it was written.`)
}, 'Stop the server that uses it, or set DATA_DIR to an empty place.')
