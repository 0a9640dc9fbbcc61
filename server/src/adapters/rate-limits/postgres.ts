import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { sharedCounter } from './shared-counter.ts'

/** Table of the counters; migrations create it. */
const tableName = 'rate_limits'
/** Connections of a process where each statement has one for itself. */
const connections = 4
/** Timeout of a connection and of a statement, in milliseconds; after it this process counts in its memory. */
const timeoutMs = 1000
/** Milliseconds after a failure in which the database is not asked again. */
const pauseMs = 2000
/** Interval of the deletion of windows that have ended, in milliseconds. */
const cleanupMs = 5 * 60_000

type Log = (level: 'info' | 'warn', message: string, details?: object) => void

type Statement = { name?: string; text: string; values: unknown[] }

/**
 * Opens a store in a PostgreSQL database, over connections of its own: attempts must not wait behind slow queries. `namesStatements` is
 * true where no pooler stands between. Then one connection has its statements planned once, and those of all requests are sent on it
 * without waiting for each other's results, which wakes the database once for several.
 */
export function postgresStore(
  { namesStatements = false, ...settings }: pg.PoolConfig & { namesStatements?: boolean },
  log: Log,
): RateLimitStore {
  const pool = new pg.Pool({
    ...settings,
    max: namesStatements ? 1 : connections,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    pipeline: namesStatements,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let taken: Promise<pg.PoolClient> | undefined
  const take = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    client.once('end', () => {
      taken = undefined
      client.release(true)
    })
    return client
  }
  const send = async ({ name, text, values }: Statement) => {
    if (!namesStatements || name === undefined) return pool.query(text, values)
    taken ??= take().catch((error: unknown) => {
      taken = undefined
      throw error
    })
    return (await taken).query({ name, text, values })
  }
  let awayUntil = 0
  const query = async (statement: Statement) => {
    if (performance.now() < awayUntil) throw new Error('the store of the rate limits was away a moment ago')
    try {
      const result = await send(statement)
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
    query({
      name: 'rate-limits-ended',
      text: `delete from ${tableName} where expire < $1`,
      values: [Date.now()],
    }).catch(() => {})
  }, cleanupMs).unref()
  return {
    counter: (name, points, seconds) =>
      sharedCounter((options) => new RateLimiterPostgres({ ...options, ...open }), name, points, seconds),
    async close() {
      clearInterval(cleanup)
      await taken?.then((client) => client.end()).catch(() => {})
      await pool.end()
    },
  }
}
