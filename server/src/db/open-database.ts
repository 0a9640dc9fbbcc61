import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Db } from '#core/executor.ts'
import { isInTransaction } from '#core/transact.ts'
import { migrations } from './migrations/index.ts'

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

/**
 * Opens the query layer over a PostgreSQL connection. The pool refuses to hand out a second connection to code that runs
 * inside a transaction (see `transact`).
 */
export function openDatabase(settings: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = new pg.Pool({ application_name: 'virtual-courses', ...settings })
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
      return pool.connect()
    },
    end: () => pool.end(),
  }
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: guarded }) })
  return { db, pool, close: () => db.destroy() }
}

/** Applies all pending migrations; processes may call it concurrently, because the migrator locks. Throws the first error. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
