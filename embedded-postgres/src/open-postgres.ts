import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles } from './durable-files.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

export type OpenPostgresOptions = {
  /** the folder of PostgreSQL files; created when it is empty or absent */
  cluster: string
  /** false switches fsync off, for the creation (which syncs at its end) and for tests */
  durable: boolean
  files?: DurableFiles
  /** lines that PostgreSQL writes to its log: start, recovery, FATAL, PANIC */
  onLogLine?: (line: string) => void
  /** called after a WebAssembly trap (stack overflow, invalid address): PostgreSQL's state is unknown, it must not continue */
  onTrap?: (reason: string) => void
}

const set = (name: string, value: string): string[] => ['-c', `${name}=${value}`]

/** Start parameters of PGlite without -F (no fsync), and with our settings. */
const startParameters = (durable: boolean): string[] => [
  ...PGlite.defaultStartParams.filter((one) => one !== '-F'),
  ...(durable ? [] : ['-F']),
  // PGlite's fdatasync does nothing, its fsync calls ours
  ...set('wal_sync_method', 'fsync'),
  // the default of 160 MB would be allocated at the start for good
  ...set('shared_buffers', '32MB'),
  // WebAssembly never frees memory, so maintenance must use little
  ...set('maintenance_work_mem', '16MB'),
  // failed statements are reported to the client; their text may contain personal data
  ...set('log_min_messages', 'log'),
  ...set('log_min_error_statement', 'panic'),
]

/** Opens PostgreSQL on its files, recovering them first when the last run was killed. The caller has the folder's lock. */
export async function openPostgres(options: OpenPostgresOptions): Promise<PGlite> {
  // Left by a killed process; with the lock held no other process can own it.
  rmSync(join(options.cluster, 'postmaster.pid'), { force: true })
  const postgres = new PGlite({
    fs: options.files ?? new DurableFiles(options.cluster),
    startParams: startParameters(options.durable),
    // small log segments: a site with little data stays small on the disk
    initDbStartParams: ['--wal-segsize=4'],
    onStderr: (line) => {
      options.onLogLine?.(line)
      return false
    },
  })
  await postgres.waitReady
  if (options.onTrap) reportTraps(postgres, options.onTrap)
  return postgres
}

/** Exit status of the exception of PostgreSQL's own errors, after which PGlite recovers. */
const POSTGRES_ERROR = 100

/** Detects traps: PGlite treats every exception as an error of PostgreSQL and would continue with a damaged state. */
function reportTraps({ Module: module }: PGlite, onTrap: (reason: string) => void): void {
  const once = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      const isPostgresError = typeof error === 'object' && error && 'status' in error && error.status === POSTGRES_ERROR
      if (!isPostgresError) onTrap(error instanceof Error ? error.message : String(error))
      throw error
    }
  }
}

/** Throws EmbeddedDatabaseError unless a probe commit has called fsync. */
export async function verifyDurability(postgres: PGlite, files: DurableFiles): Promise<void> {
  for (const [name, needed] of Object.entries({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    wal_sync_method: 'fsync',
  })) {
    const { rows } = await postgres.query<{ value: string }>('select current_setting($1) as value', [name])
    const value = rows[0]?.value
    if (value === needed) continue
    throw new EmbeddedDatabaseError(
      `The embedded database would not keep data through a power cut (its setting ${name} is ${value}, not ${needed}), so it does not start.`,
    )
  }
  const before = files.syncs
  await postgres.query(`select pg_logical_emit_message(true, 'probe', '')`)
  if (files.syncs > before) return
  throw new EmbeddedDatabaseError(
    'The embedded database would not keep data through a power cut (a commit did not reach the disk), so it does not start.',
  )
}
