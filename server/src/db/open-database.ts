import { type Driver, Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Db } from '#core/executor.ts'
import { poolWaitSeconds } from '#core/metrics.ts'
import { nameOfStatement } from '#core/named-statements.ts'
import { isInTransaction } from '#core/transact.ts'
import { migrations } from './migrations/index.ts'

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  /** Resolves when the database answers. On a server it has a connection of its own: a busy pool is not a missing database. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Longest wait for a connection, and for the answer, of a ping; in milliseconds. */
const pingMs = 2_000

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

/** `namesStatements` is true where a connection keeps prepared statements, which a pooler in transaction mode does not. */
export type DatabaseSettings = pg.PoolConfig & { namesStatements?: boolean }

/** Called after each query, within the work that made it. `text` has no values. */
export type QueryListener = (text: string, milliseconds: number, failed: boolean) => void

type Query = (...given: unknown[]) => unknown // all overloads

/** A connection that prepares the statements that have a name. Kysely sends the text of a statement and its values. */
class NamingClient extends pg.Client {
  override query = ((text: unknown, ...others: unknown[]) => {
    const send = pg.Client.prototype.query as Query
    const name = typeof text === 'string' ? nameOfStatement(text) : undefined
    if (name === undefined) return send.call(this, text, ...others)
    const [values, ...rest] = others
    return send.call(this, { name, text, values }, ...rest)
  }) as pg.Client['query']
}

/**
 * A lost connection makes the query of a transaction fail and then its rollback, whose error would hide the first one. The server
 * has undone such a transaction already.
 */
class FirstErrorDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const rollBack = driver.rollbackTransaction.bind(driver)
    driver.rollbackTransaction = (connection) => rollBack(connection).catch(() => {})
    return driver
  }
}

/**
 * Opens the query layer over a PostgreSQL connection. The pool refuses to hand out a second connection to code that runs
 * inside a transaction (see `transact`).
 */
export function openDatabase(
  { namesStatements, ...settings }: DatabaseSettings,
  log: Log,
  onQuery?: QueryListener,
): OpenDatabase {
  const options = { application_name: 'virtual-courses', ...settings }
  const pool = new pg.Pool(namesStatements ? { ...options, Client: NamingClient } : options)
  // Without a listener an error of an idle connection would end the process.
  pool.on('error', (error) => log('warn', 'a database connection was lost', { error: error.message }))
  // The pool listens to idle connections only. An error of a used one would end the process too; its query rejects anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  const guarded = {
    options: pool.options,
    connect: async () => {
      if (isInTransaction()) {
        throw new Error('The plain database was used inside an open transaction: pass the transaction on instead')
      }
      const begun = performance.now()
      const client = await pool.connect()
      poolWaitSeconds.observe((performance.now() - begun) / 1000)
      return client
    },
    end: () => pool.end(),
  }
  const db: Db = new Kysely({
    dialect: new FirstErrorDialect({ pool: guarded }),
    ...(onQuery && {
      log: ({ level, query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis, level === 'error'),
    }),
  })
  const pings =
    settings.max === 1
      ? pool
      : new pg.Pool({ ...options, max: 1, connectionTimeoutMillis: pingMs, query_timeout: pingMs })
  pings.on('error', () => {})
  return {
    db,
    pool,
    async ping() {
      await pings.query('select 1')
    },
    async close() {
      if (pings !== pool) await pings.end()
      await db.destroy()
      // Kysely leaves a pool open that it has not used itself
      if (!pool.ended) await pool.end()
    },
  }
}

/** Advisory lock of a start, on every database: one process at a time brings the schema up to date. */
const startLock = 7_140_913

/**
 * Brings the schema of a database server up to date and then does `work`, one process at a time, without the time limits of
 * requests: tables and queues that two processes create at once break the start of one of them. The lock is that of a
 * transaction, so it also holds behind a connection pooler.
 */
export async function withStartLock<T>(settings: pg.PoolConfig, log: Log, work: (db: Db) => Promise<T>): Promise<T> {
  const unlimited = {
    ...settings,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    connectionTimeoutMillis: 0,
  }
  const lock = new pg.Client(unlimited)
  lock.on('error', () => {})
  await lock.connect()
  const { db, close } = openDatabase({ ...unlimited, max: 2 }, log)
  try {
    await lock.query('begin')
    await lock.query('select pg_advisory_xact_lock($1)', [startLock])
    return await work(db)
  } finally {
    await close()
    await lock.end()
  }
}

/**
 * Migrations that were written at the same time reached the main line in another order than that of their names: a database of a commit
 * in between has a later one and lacks an earlier one, which then runs behind it.
 */
const migratorOf = (db: Db): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: true })

/** Returns how many migrations the database has, and how many it lacks. Changes nothing. */
export async function migrationsOf(db: Db): Promise<{ applied: number; pending: number }> {
  const all = await migratorOf(db).getMigrations()
  const applied = all.filter(({ executedAt }) => executedAt !== undefined).length
  return { applied, pending: all.length - applied }
}

/**
 * Applies all pending migrations, or those up to `last`; processes may call it concurrently, because the migrator locks. Throws the
 * first error.
 */
export async function migrate(db: Db, last?: string): Promise<void> {
  const migrator = migratorOf(db)
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
}
