import { sql } from 'kysely'
import type { Db, Executor } from './executor.ts'

/**
 * What processes keep in memory and must learn about. Each has a row in `cache_versions`.
 * `catalogue`: published courses, their lectures, ratings, numbers of enrolments, and the people that cards and reviews show.
 * `settings`: what admins have changed.
 */
export type CacheName = 'catalogue' | 'settings'

/** PostgreSQL's channel; a message is `<name> <version>`. */
export const invalidationChannel = 'cache'

type Listener = (name: CacheName, version: number) => void
type Signals = { listeners: Set<Listener>; receiving: boolean }

const all = new WeakMap<Db, Signals>()

function signalsOf(db: Db): Signals {
  const known = all.get(db)
  if (known) return known
  const signals: Signals = { listeners: new Set(), receiving: false }
  all.set(db, signals)
  return signals
}

/** Calls `listener` whenever a change is known to be committed, by this process or (see `listenToPostgres`) another. */
export function onCacheInvalidated(db: Db, listener: Listener): void {
  signalsOf(db).listeners.add(listener)
}

/** Announces in this process that `version` of a cache's content is committed. Repeating it, or calling it out of order, is harmless. */
export function emitInvalidation(db: Db, name: CacheName, version: number): void {
  for (const listener of signalsOf(db).listeners) listener(name, version)
}

/** Does this process learn at once of changes that other processes commit? While it does not, readers must ask for the version. */
export const receivesFromOthers = (db: Db): boolean => signalsOf(db).receiving

export function setReceiving(db: Db, receiving: boolean): void {
  signalsOf(db).receiving = receiving
}

/** Counts the changes committed so far; a reader that asks for it before the data has data at least as new. */
export async function cacheVersion(on: Executor, name: CacheName): Promise<number> {
  const row = await on.selectFrom('cache_versions').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Counts a change of each cache, in the order of their names, and notifies all processes when the transaction commits. Each row
 * stays locked until then. Only `transact` calls it, at the end.
 */
export async function countInvalidations(
  on: Executor,
  names: Iterable<CacheName>,
): Promise<{ name: CacheName; version: number }[]> {
  const counted: { name: CacheName; version: number }[] = []
  for (const name of [...names].sort()) {
    const { rows } = await sql<{ version: number }>`
      with changed as (
        insert into cache_versions as known (name) values (${name})
        on conflict (name) do update set version = known.version + 1
        returning version
      )
      select version, pg_notify(${invalidationChannel}, ${name} || ' ' || version) from changed`.execute(on)
    counted.push({ name, version: rows[0]?.version ?? 0 })
  }
  return counted
}
