import { join, resolve } from 'node:path'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import type { PoolConfig } from 'pg'

/** An opened PostgreSQL: how to connect, whether other processes use it too, and how to let it go. */
export type DatabaseSource = { settings: PoolConfig; shared: boolean; close(): Promise<void> }

type Say = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void

/** The server that the configuration names, or the embedded database under DATA_DIR. Throws EmbeddedDatabaseError. */
export async function openSource(
  config: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  say: Say,
): Promise<DatabaseSource> {
  if (config.DATABASE_URL) {
    const limits = {
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      // Compiling a query takes longer than any of ours runs.
      options: '-c jit=off',
    }
    return {
      settings: { connectionString: config.DATABASE_URL, max: 16, ...limits },
      shared: true,
      close: async () => {},
    }
  }
  const embedded = await startEmbedded({ dataDir: join(resolve(config.DATA_DIR), 'database'), log: say })
  return {
    settings: { ...embedded.connection, max: 1, idleTimeoutMillis: 0 },
    shared: false,
    close: () => embedded.close(),
  }
}
