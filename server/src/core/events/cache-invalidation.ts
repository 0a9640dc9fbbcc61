import { sql } from 'kysely'
import type { Db, Executor } from '../executor.ts'

/**
 * Caches in the memory of processes. Each has a row in `cache_versions`.
 * `catalogue`: published courses as their creators write them, their lectures, and the names of their creators.
 * `counters`: ratings and numbers of enrolments of courses.
 * `settings`: the settings that admins have changed.
 */
export type CacheName = 'catalogue' | 'counters' | 'settings'

/** PostgreSQL channel; a payload is `<name> <version>`. */
export const invalidationChannel = 'cache'

type Listener = (name: CacheName, version: number) => void
type Signals = {
  listeners: Set<Listener>
  receiving: boolean
  whenLost: Set<() => void>
  whenRegained: Set<() => void>
}

const all = new WeakMap<Db, Signals>()

function signalsOf(db: Db): Signals {
  const known = all.get(db)
  if (known) return known
  const signals: Signals = { listeners: new Set(), receiving: false, whenLost: new Set(), whenRegained: new Set() }
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
  const before = signals.receiving
  signals.receiving = receiving
  if (before === receiving) return
  for (const listener of receiving ? signals.whenRegained : signals.whenLost) listener()
}

/** Calls `listener` whenever this process ceases to be notified of other processes' commits. */
export function onReceivingLost(db: Db, listener: () => void): void {
  signalsOf(db).whenLost.add(listener)
}

/** Calls `listener` whenever this process is notified of them (again); what was published meanwhile is lost. */
export function onReceivingRegained(db: Db, listener: () => void): void {
  signalsOf(db).whenRegained.add(listener)
}

/** Returns the version of a cache. A reader that queries it before the data gets data at least as new. */
export async function cacheVersion(on: Executor, name: CacheName): Promise<number> {
  const row = await on.selectFrom('cache_versions').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

/** Returns the versions of all caches; a cache that was never changed is missing. */
export async function cacheVersions(on: Executor): Promise<{ name: CacheName; version: number }[]> {
  const rows = await on.selectFrom('cache_versions').select(['name', 'version']).execute()
  return rows.map(({ name, version }) => ({ name: name as CacheName, version })) // unknown names have no reader
}

/** The version after that of a column: the time in milliseconds, or one more, so that two histories of a database never share one. */
export const nextVersion = (column: string) =>
  sql.raw(`greatest(${column} + 1, floor(extract(epoch from clock_timestamp()) * 1000))`)

/**
 * Gives each cache its next version, in the order of their names, and notifies all processes when the transaction commits. The rows are
 * locked until then. Called by `transact` only, at its end.
 */
export async function countInvalidations(
  on: Executor,
  caches: ReadonlySet<CacheName>,
): Promise<{ name: CacheName; version: number }[]> {
  const counted: { name: CacheName; version: number }[] = []
  for (const name of [...caches].sort()) {
    const { rows } = await sql<{ version: number }>`
      with changed as (
        insert into cache_versions as known (name, version) values (${name}, ${nextVersion('0')})
        on conflict (name) do update set version = ${nextVersion('known.version')}
        returning version
      )
      select version, pg_notify(${invalidationChannel}, ${name} || ' ' || version) from changed`.execute(on)
    counted.push({ name, version: rows[0]?.version ?? 0 })
  }
  return counted
}
