import { SiteSettings } from '@virtual-courses/contract'
import { sql } from 'kysely'
import PQueue from 'p-queue'
import { onCacheInvalidated } from './events/cache-invalidation.ts'
import type { Db, Executor } from './executor.ts'
import { versionOf } from './read-version.ts'
import type { Tx } from './transact.ts'

export type SettingName = keyof SiteSettings
export type SettingChanges = { [N in SettingName]?: SiteSettings[N] | undefined }

type Log = (level: 'warn' | 'error', message: string, details?: object) => void

/** The current settings of this process. */
export type Settings = {
  /** Returns the settings from memory. Call it at each use, so that changes take effect. */
  current(): SiteSettings
  /** Values of the environment, for settings that no admin has changed. */
  readonly defaults: SiteSettings
  /** Names of the settings that differ from the environment's. */
  changed(): SettingName[]
  /** Returns the stored settings and locks them until the transaction ends. */
  lock(tx: Tx): Promise<SiteSettings>
  /** Reads the database again; listeners are called where it differs. */
  refresh(): Promise<void>
  /** Calls `listener` after each change that reaches this process. */
  onChange(listener: (settings: SiteSettings) => void): void
}

const names = Object.keys(SiteSettings.shape) as SettingName[] // keys of the schema: the cast only keeps their names

/** Version of all settings. */
export const settingsVersion = (settings: SiteSettings): string => versionOf(names.map((name) => settings[name]))

const findStored = (on: Executor) => on.selectFrom('settings').select(['name', 'value']).execute()

/** Parses each setting by itself, so that a value of another version that is not valid any more is dropped alone. */
function readStored(rows: readonly { name: string; value: unknown }[], log: Log): Partial<SiteSettings> {
  const stored: Record<string, unknown> = {}
  for (const { name, value } of rows) {
    if (!names.includes(name as SettingName)) continue
    const read = SiteSettings.shape[name as SettingName].safeParse(value)
    if (read.success) stored[name] = read.data
    else log('warn', 'a setting in the database is not valid and was left out', { name })
  }
  return stored as Partial<SiteSettings> // each value was read by its own schema
}

/** Reads the settings, and reads them again after each change by any process on this database. */
export async function openSettings(db: Db, defaults: SiteSettings, log: Log): Promise<Settings> {
  const listeners = new Set<(settings: SiteSettings) => void>()
  let stored: Partial<SiteSettings> = {}
  /** `announced`: a process says that something has changed, which may be kept beside the settings, such as a page */
  const load = async (announced: boolean): Promise<void> => {
    const before = settingsVersion({ ...defaults, ...stored })
    stored = readStored(await findStored(db), log)
    if (!announced && settingsVersion({ ...defaults, ...stored }) === before) return
    for (const listener of listeners) listener({ ...defaults, ...stored })
  }
  // One at a time, so that the newest result is stored last.
  const loads = new PQueue({ concurrency: 1 })
  const refresh = (announced = false): Promise<void> => loads.add(() => load(announced))
  await refresh()
  let known = -1
  onCacheInvalidated(db, (name, version) => {
    if (name !== 'settings' || version <= known) return
    known = version
    refresh(true).catch((error: unknown) => {
      known = -1
      log('error', 'changed settings could not be read', { error: (error as Error).message })
    })
  })
  return {
    current: () => ({ ...defaults, ...stored }),
    defaults,
    changed: () => names.filter((name) => name in stored),
    async lock(tx) {
      // a setting that follows the environment has no row
      await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx)
      return { ...defaults, ...readStored(await findStored(tx), log) }
    },
    refresh: () => refresh(),
    onChange: (listener) => void listeners.add(listener),
  }
}

/** Stores settings; a setting that is set to its default follows the environment again. */
export async function storeSettings(tx: Tx, changes: SettingChanges, defaults: SiteSettings, now: Date): Promise<void> {
  for (const name of names) {
    const value = changes[name]
    if (value === undefined) continue
    await tx.deleteFrom('settings').where('name', '=', name).execute()
    if (value !== defaults[name])
      await tx
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value), changed_at: now })
        .execute()
  }
  tx.invalidate('settings')
}
