import { sql } from 'kysely'
import type { Db, Executor } from './executor.ts'

/**
 * Caches in the memory of processes. Each has a row in `cache_versions`.
 * `catalogue`: published courses as their creators write them, their lectures, and the names of their creators.
 * `counters`: ratings and numbers of enrolments of courses.
 * `published-list`: the compressed list of all published courses, which is made from both in the background.
 * `settings`: the settings that admins have changed.
 */
export type CacheName = 'catalogue' | 'counters' | 'published-list' | 'settings'

/** PostgreSQL channel; a payload is `<name> <version>`. */
export const invalidationChannel = 'cache'

type Listener = (name: CacheName, version: number) => void
type Signals = { listeners: Set<Listener>; receiving: boolean; whenDeaf: Set<() => void> }

const all = new WeakMap<Db, Signals>()

function signalsOf(db: Db): Signals {
  const known = all.get(db)
  if (known) return known
  const signals: Signals = { listeners: new Set(), receiving: false, whenDeaf: new Set() }
  all.set(db, signals)
  return signals
}

/** Calls `listener` after each commit that invalidates a cache, in this process or (see `listenToPostgres`) another. */
export function onCacheInvalidated(db: Db, listener: Listener): void {
  signalsOf(db).listeners.add(listener)
}

/** Notifies the listeners of this process that `version` of a cache is committed. Repeated and out-of-order calls are harmless. */
export function emitInvalidation(db: Db, name: CacheName, version: number): void {
  for (const listener of signalsOf(db).listeners) listener(name, version)
}

/** True while this process is notified of other processes' commits. While it is not, readers must query the version. */
export const receivesFromOthers = (db: Db): boolean => signalsOf(db).receiving

export function setReceiving(db: Db, receiving: boolean): void {
  const signals = signalsOf(db)
  const lost = signals.receiving && !receiving
  signals.receiving = receiving
  if (lost) for (const listener of signals.whenDeaf) listener()
}

/** Calls `listener` whenever this process ceases to be notified of other processes' commits. */
export function onReceivingLost(db: Db, listener: () => void): void {
  signalsOf(db).whenDeaf.add(listener)
}

/** Returns the number of committed changes. A reader that queries it before the data gets data at least as new. */
export async function cacheVersion(on: Executor, name: CacheName): Promise<number> {
  const row = await on.selectFrom('cache_versions').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

/** Returns the numbers of committed changes of all caches; a cache that was never changed is missing. */
export async function cacheVersions(on: Executor): Promise<{ name: CacheName; version: number }[]> {
  const rows = await on.selectFrom('cache_versions').select(['name', 'version']).execute()
  return rows.map(({ name, version }) => ({ name: name as CacheName, version })) // unknown names have no reader
}

/** Returns the versions of the last change of each cache that this user made, of those that `forgetAuthors` has not deleted. */
export async function changesOf(on: Executor, userId: string): Promise<{ name: CacheName; version: number }[]> {
  const rows = await on.selectFrom('cache_authors').select(['name', 'version']).where('user_id', '=', userId).execute()
  return rows.map(({ name, version }) => ({ name: name as CacheName, version })) // as above
}

/** Deletes what is known of changes up to a version: everyone gets them. Rows that a transaction is writing stay. */
export async function forgetAuthors(on: Executor, name: CacheName, version: number): Promise<void> {
  await sql`
    delete from cache_authors where (name, user_id) in (
      select name, user_id from cache_authors where name = ${name} and version <= ${version} for update skip locked
    )`.execute(on)
}

/**
 * Increments the version of each cache, in the order of their names, and notifies all processes when the transaction commits. The
 * rows are locked until then. Called by `transact` only, at its end.
 */
export async function countInvalidations(
  on: Executor,
  caches: ReadonlyMap<CacheName, ReadonlySet<string>>,
): Promise<{ name: CacheName; version: number }[]> {
  const counted: { name: CacheName; version: number }[] = []
  for (const [name, authors] of [...caches].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { rows } = await sql<{ version: number }>`
      with changed as (
        insert into cache_versions as known (name) values (${name})
        on conflict (name) do update set version = known.version + 1
        returning version
      ), authors as (
        insert into cache_authors (name, user_id, version)
        select ${name}, author, version from changed, unnest(${[...authors].sort()}::text[]) as author
        on conflict (name, user_id) do update set version = excluded.version
      )
      select version, pg_notify(${invalidationChannel}, ${name} || ' ' || version) from changed`.execute(on)
    counted.push({ name, version: rows[0]?.version ?? 0 })
  }
  return counted
}
