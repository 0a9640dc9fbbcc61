import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { sharedCounter } from './shared-counter.ts'

/** Table of the counters; migrations create it. */
const tableName = 'rate_limits'
/** Connections of a process for its limits: they must not wait behind slow queries of the others. */
const connections = 4
/** Timeout of a connection and of a statement, in milliseconds; after it this process counts in its memory. */
const timeoutMs = 1000
/** Milliseconds after a failure in which the database is not asked again. */
const pauseMs = 2000
/** Interval of the deletion of windows that have ended, in milliseconds. */
const cleanupMs = 5 * 60_000

type Log = (level: 'info' | 'warn', message: string, details?: object) => void

/**
 * Opens a store in a PostgreSQL database, over connections of its own. `namesStatements` has each connection plan a statement once: not
 * behind a pooler in transaction mode, which does not keep prepared statements.
 */
export function postgresStore(
  { namesStatements, ...settings }: pg.PoolConfig & { namesStatements?: boolean },
  log: Log,
): RateLimitStore {
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let awayUntil = 0
  const query = async ({ name, text, values }: { name?: string; text: string; values?: unknown[] }) => {
    if (performance.now() < awayUntil) throw new Error('the store of the rate limits was away a moment ago')
    try {
      const result = await pool.query({
        ...(namesStatements && name !== undefined && { name }),
        text,
        values: values ?? [],
      })
      if (awayUntil > 0) log('info', 'rate limits are shared by all processes again')
      awayUntil = 0
      return result
    } catch (error) {
      if (awayUntil === 0)
        log('warn', 'rate limits count in this process only: the database is away', { error: String(error) })
      awayUntil = performance.now() + pauseMs
      throw error
    }
  }
  const open = {
    storeClient: { query },
    storeType: 'client',
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
  }
  const cleanup = setInterval(() => {
    query({ text: `delete from ${tableName} where expire < $1`, values: [Date.now()] }).catch(() => {})
  }, cleanupMs).unref()
  return {
    counter: (name, points, seconds) =>
      sharedCounter((options) => new RateLimiterPostgres({ ...options, ...open }), name, points, seconds),
    async close() {
      clearInterval(cleanup)
      await pool.end()
    },
  }
}
