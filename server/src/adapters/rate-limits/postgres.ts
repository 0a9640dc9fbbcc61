import pg from 'pg'
import type { Attempt, FullWindow, RateLimitStore } from '#ports/rate-limit-store.ts'
import { hashKey } from './limiter-store.ts'
import { memoryStore } from './memory.ts'

/** Number of connections of a process if each statement uses its own. */
const connections = 4
/** Timeout of connecting and of a statement, in milliseconds; after that this process counts in memory. */
const timeoutMs = 1000
/** Time in milliseconds after a failure during which the database is not used. */
const pauseMs = 2000
/** Interval in milliseconds at which ended windows are deleted. */
const cleanupMs = 5 * 60_000

type Log = (level: 'info' | 'warn', message: string, details?: object) => void

type Statement = { name: string; text: string; values: unknown[] }

/**
 * Counts an attempt for each of the keys $1 at time $4, whose windows allow at most $2 attempts and end at $3. Writes nothing when a window
 * is full, and returns its row. Concurrent attempts are counted one after the other; rows over the limit are marked with `counted`. Rows
 * are written in key order, which prevents deadlocks.
 */
const consumeText = `
with wanted as materialized (
  select * from unnest($1::text[], $2::int[], $3::bigint[]) with ordinality as wanted (key, most, ends, place)
), standing as materialized (
  select wanted.place, known.expire
  from wanted cross join lateral (
    select expire, points from rate_limits where rate_limits.key = wanted.key limit 1
  ) as known
  where known.expire > $4 and known.points >= wanted.most
), counted as (
  insert into rate_limits as known (key, points, expire)
  select key, 1, ends from wanted where not exists (select from standing) order by key
  on conflict (key) do update set
    points = case when known.expire <= $4 then 1 else known.points + 1 end,
    expire = case when known.expire <= $4 then excluded.expire else known.expire end
  returning key, points, expire
)
select place, expire, false as counted from standing
union all
select wanted.place, counted.expire, true from wanted join counted using (key) where counted.points > wanted.most
order by place limit 1`

/**
 * Restores an attempt for each of the keys $1 whose window has not ended at $2. A row that it inserts for any other key expires at once.
 */
const restoreText = `
insert into rate_limits as known (key, points, expire)
select key, 0, $2 from unnest($1::text[]) as wanted (key) order by key
on conflict (key) do update set points = known.points - 1 where known.points > 0 and known.expire > $2`

const clearText = `
with held as materialized (select key from rate_limits where key = any($1::text[]) order by key for update)
delete from rate_limits using held where rate_limits.key = held.key`

/** Returns the key in the table, in the format of rate-limiter-flexible, which uses the same table. */
const keyOf = ({ window, key }: Attempt): string => `limit:${window.name}:${hashKey(key)}`

type Full = { place: string; expire: string; counted: boolean }

/**
 * Opens a store in a PostgreSQL database, with its own connections, because attempts must not wait behind slow queries. `namesStatements`
 * is true if there is no pooler in between. Statements are then prepared once on a single connection, and those of all requests are
 * pipelined on it, which wakes the database once for several.
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
    // A generic plan from when the table was empty would scan the whole table, and planning at each execution takes even longer.
    ...(namesStatements && {
      options: `${settings.options ?? ''} -c enable_seqscan=off -c plan_cache_mode=force_generic_plan`,
    }),
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
    if (!namesStatements) return pool.query(text, values)
    taken ??= take().catch((error: unknown) => {
      taken = undefined
      throw error
    })
    return (await taken).query({ name, text, values })
  }
  let awayUntil = 0
  const query = async (name: string, text: string, values: unknown[]) => {
    if (performance.now() < awayUntil) throw new Error('the store of the rate limits was away a moment ago')
    try {
      const result = await send({ name, text, values })
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
  // the same number of attempts as in the table, but for each process
  const insurance = memoryStore()
  /** Uses the database, or the memory of this process while the database is unavailable. */
  const insured = <T>(here: () => Promise<T>, there: () => Promise<T>): Promise<T> => here().catch(there)
  const restore = async (keys: readonly string[]): Promise<void> => {
    await query('rate-limits-restore', restoreText, [keys, Date.now()])
  }
  const consume = async (attempts: readonly Attempt[]): Promise<FullWindow | null> => {
    const now = Date.now()
    const keys = attempts.map(keyOf)
    const points = attempts.map(({ window }) => window.points)
    const ends = attempts.map(({ window }) => now + window.seconds * 1000)
    const { rows } = await query('rate-limits-consume', consumeText, [keys, points, ends, now])
    const full = (rows as Full[])[0]
    if (!full) return null
    if (full.counted) await restore(keys)
    // the window may have begun in another process after this attempt began
    const index = Number(full.place) - 1
    return { index, waitMs: Math.max(1, Number(full.expire) - Date.now()) }
  }
  const cleanup = setInterval(() => {
    query('rate-limits-ended', 'delete from rate_limits where expire < $1', [Date.now()]).catch(() => {})
  }, cleanupMs).unref()
  return {
    consume: (attempts) =>
      insured(
        () => consume(attempts),
        () => insurance.consume(attempts),
      ),
    restore: (attempts) =>
      insured(
        () => restore(attempts.map(keyOf)),
        () => insurance.restore(attempts),
      ),
    clear: (attempts) =>
      insured(
        async () => void (await query('rate-limits-clear', clearText, [attempts.map(keyOf)])),
        () => insurance.clear(attempts),
      ),
    async close() {
      clearInterval(cleanup)
      await taken?.then((client) => client.end()).catch(() => {})
      await pool.end()
    },
  }
}
