import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { WorkQueue } from './sessions/work-queue.ts'

/** Timeout of a statement: vacuuming a large table takes a while. */
const STATEMENT_LIMIT_MS = 10 * 60_000
/** Idle time after which a statement may run, in milliseconds */
const QUIET_MS = 50
/** After waiting this long for an idle time, the next gap between two transactions is used. */
const MAX_WAIT_MS = 20_000
const POLL_MS = 25

/** Tables that exceed autovacuum's thresholds (dead, inserted, changed rows) or a tenth of its age limit. */
const tablesInNeed = `
  select format('%I.%I', stats.schemaname, stats.relname) as name
  from pg_stat_all_tables stats join pg_class on pg_class.oid = stats.relid
  where pg_class.relkind in ('r', 'm') and pg_class.relpersistence <> 't' and (
    stats.n_dead_tup > 50 + 0.2 * greatest(pg_class.reltuples, 0)
    or stats.n_ins_since_vacuum > 1000 + 0.2 * greatest(pg_class.reltuples, 0)
    or stats.n_mod_since_analyze > 50 + 0.1 * greatest(pg_class.reltuples, 0)
    or age(pg_class.relfrozenxid) > 20000000)
  order by stats.n_dead_tup desc`

/** True after changes since the last checkpoint, which itself writes some bytes of log. */
const bytesSinceCheckpoint = `select pg_current_wal_insert_lsn() - redo_lsn > 1024 as due from pg_control_checkpoint()`

export type Maintenance = {
  /** Starts no further statement; resolves when the running one has ended. */
  stop(): Promise<void>
}

export type MaintenanceOptions = {
  postgres: PGlite
  queue: WorkQueue
  everyMs: number
  onError: (message: string) => void
}

/**
 * Runs the background work of a real server that PGlite lacks: VACUUM ANALYZE of the tables that need it, then a CHECKPOINT, which limits
 * the log. One statement at a time, each between two transactions and when the database is idle.
 */
export function maintain({ postgres, queue, everyMs, onError }: MaintenanceOptions): Maintenance {
  const ended = new AbortController()

  /** Runs one statement as soon as no transaction is open; undefined when the end came first. */
  const between = async <Row>(statement: string): Promise<Row[] | undefined> => {
    const since = performance.now()
    while (!ended.signal.aborted) {
      const quiet = queue.isIdle() && queue.idleMs() >= QUIET_MS
      if (quiet || performance.now() - since > MAX_WAIT_MS) {
        const done = await queue.run(STATEMENT_LIMIT_MS, async () =>
          postgres.isInTransaction() ? undefined : await postgres.query<Row>(statement),
        )
        if (done) return done.rows
      }
      await sleep(POLL_MS)
    }
    return undefined
  }

  const round = async () => {
    // Without this, statistics would not be flushed, because no timer runs inside PGlite.
    await between('select pg_stat_force_next_flush()')
    const tables = (await between<{ name: string }>(tablesInNeed)) ?? []
    for (const { name } of tables) await between(`vacuum (analyze) ${name}`)
    const [log] = (await between<{ due: boolean }>(bytesSinceCheckpoint)) ?? []
    if (log?.due) await between('checkpoint')
  }

  const rounds = async () => {
    while (!ended.signal.aborted) {
      await sleep(everyMs, undefined, { signal: ended.signal }).catch(() => undefined)
      await round().catch((error: Error) => onError(error.message))
    }
  }
  const running = rounds()
  return {
    stop: async () => {
      ended.abort()
      await running
    },
  }
}
