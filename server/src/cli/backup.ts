import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyDatabase } from '@virtual-courses/embedded-postgres/copies'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import { chooseStorage } from '#app/choose-adapters.ts'
import type { Config } from '#app/config/config.ts'
import { embeddedFolder, nameDatabase, reach } from '#app/config/database-source.ts'
import { countMain, requirePlausible } from './plausible-backup.ts'
import { readableBytes, runCommand, several, stopSignal } from './with-deps.ts'
import { type ReadSnapshot, snapshotsOf, writeBackup } from './write-backup.ts'

/** Limit of a query on the copy of an embedded database, which no one else waits for. */
const queryLimitMs = 30 * 60_000

/**
 * Returns how the configured database is read: a server directly, an embedded one from a copy of its files, so that a server that runs
 * goes on with it, and one that does not run can be started.
 */
const snapshots = (config: Config, signal: AbortSignal): ReadSnapshot => {
  if (config.DATABASE_URL) return async (work) => snapshotsOf({ connectionString: await reach(config) })(work)
  return async (work) => {
    const copy = await copyDatabase(embeddedFolder(config), signal)
    try {
      const database = await startEmbedded({ dataDir: copy.dataDir, log: () => {}, queryLimitMs })
      return await snapshotsOf({ ...database.connection, idleTimeoutMillis: 0 })(work).finally(() => database.close())
    } finally {
      await copy.remove()
    }
  }
}

await runCommand(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { previous: { type: 'string' }, anyway: { type: 'boolean' } },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1)
    throw new Error(
      'name one folder that does not exist yet: npm run backup -- FOLDER [--previous EARLIER-BACKUP] [--anyway]',
    )
  console.log(`Backing up ${nameDatabase(config)}.`)
  const begun = performance.now()
  const storage = await chooseStorage(config, resolve(config.DATA_DIR))
  const signal = stopSignal()
  const manifest = await writeBackup({
    folder,
    readSnapshot: snapshots(config, signal),
    storage,
    previous: values.previous,
    signal,
    ...(!values.anyway && {
      judge: (content) => requirePlausible(content, { folder, previous: values.previous, storage }),
    }),
  })
  const { users, courses, orders } = countMain(manifest)
  const rows = manifest.tables.reduce((sum, { lines }) => sum + lines, 0)
  const { lines: files, totalBytes } = manifest.media
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `Backed up ${several(users, 'account')}, ${several(courses, 'course')} and ${several(orders, 'order')}: ${rows} rows of ${manifest.tables.length} tables, ${several(manifest.jobs.lines, 'waiting job')} and ${files} media files (${readableBytes(totalBytes)}) to ${folder} in ${seconds} s.`,
  )
  console.log('It contains password hashes and personal data, and only your user can read it: keep it so.')
  if (manifest.missing.length > 0)
    console.error(
      `Warning: the media store does not have ${several(manifest.missing.length, 'file')} that courses refer to; manifest.json lists them as "missing".`,
    )
})
