import pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { hashKey, limiterStore } from './limiter-store.ts'

/** Number of connections of a process, and timeout of connecting and of a statement in milliseconds. */
const connections = 4
const timeoutMs = 1000

/** Opens the library's own store in a PostgreSQL database, for `SQL_RATE_LIMITS=off`. It shares its table with `postgresStore`. */
export function libraryPostgresStore(settings: pg.PoolConfig & { namesStatements?: boolean }): RateLimitStore {
  const { namesStatements: _, ...rest } = settings
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const pool = new pg.Pool({ ...rest, ...timeouts, max: connections })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const store = limiterStore(
    ({ name, points, seconds: duration }) =>
      new RateLimiterPostgres({
        keyPrefix: `limit:${name}`,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
      }),
    { deleteAt: -1, keyOf: hashKey },
  )
  return { ...store, close: () => pool.end() }
}
