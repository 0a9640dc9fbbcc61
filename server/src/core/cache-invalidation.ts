import { sql } from 'kysely'
import { afterCommit, type Db, type Executor, type Tx } from './transact.ts'

/** What processes keep in memory and must learn about. Each has a row in `cache_versions`. */
export type CacheName = 'catalogue' | 'settings'

/** PostgreSQL's channel; a message is `<name> <version>`. */
export const invalidationChannel = 'cache'

type Listener = (name: CacheName, version: number) => void
type Signals = { listeners: Set<Listener>; hearing: boolean }

const all = new WeakMap<Db, Signals>()

function signalsOf(db: Db): Signals {
  const known = all.get(db)
  if (known) return known
  const signals: Signals = { listeners: new Set(), hearing: false }
  all.set(db, signals)
  return signals
}

/** Calls `listener` whenever a change is known to be committed, by this process or (see `listenToPostgres`) another. */
export function onCacheInvalidated(db: Db, listener: Listener): void {
  signalsOf(db).listeners.add(listener)
}

/** Tells this process that `version` of a cache's contents is committed. Telling it twice, or out of order, is harmless. */
export function emitInvalidation(db: Db, name: CacheName, version: number): void {
  for (const listener of signalsOf(db).listeners) listener(name, version)
}

/** Does this process hear at once of changes that other processes commit? While it does not, readers must ask for the version. */
export const receivesFromOthers = (db: Db): boolean => signalsOf(db).hearing

export function setReceiving(db: Db, hearing: boolean): void {
  signalsOf(db).hearing = hearing
}

/** Counts the changes committed so far; whoever reads it before the data has data at least as new. */
export async function cacheVersion(on: Executor, name: CacheName): Promise<number> {
  const row = await on.selectFrom('cache_versions').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Says that this transaction changes what a cache shows; all processes learn it when it commits. Call it last: until the end
 * of the transaction every other change of the same cache waits here, and whoever locks more afterwards may deadlock.
 */
export async function invalidateCache(tx: Tx, name: CacheName): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    with changed as (
      insert into cache_versions as known (name) values (${name})
      on conflict (name) do update set version = known.version + 1
      returning version
    )
    select version, pg_notify(${invalidationChannel}, ${name} || ' ' || version) from changed`.execute(tx)
  const version = rows[0]?.version ?? 0
  afterCommit((db) => emitInvalidation(db, name, version))
}
