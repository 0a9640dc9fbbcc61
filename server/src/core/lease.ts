import type { ErrorCode } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import { DomainError } from './domain-error.ts'
import { publish } from './events/broadcast.ts'
import { defineTopic, subscribe, toProcesses } from './events/topics.ts'
import type { Db, Executor } from './executor.ts'
import type { FeatureDeps } from './feature-deps.ts'
import { newId } from './new-id.ts'

/**
 * Exclusive work on a row by one holder at a time, in any process; another takes over when the holder is gone. A row is free while
 * `until` is null or past. A holder has a new name each time, and its writes require that name, so that a replaced holder changes
 * nothing. Times are the database's.
 */
export type LeaseKind<Table extends string = string, Column extends string = string> = {
  table: Table
  id: Column
  /** column that names the holder */
  holder: Column
  /** column with the time at which the lease ends unless it is renewed; on a free row, no one takes it before then */
  until: Column
  /** duration of a lease, and how often it is renewed */
  seconds: number
  renewSeconds: number
  /** Seconds without a renewal after which the holder stops, since the lease may run out. Without it, the holder goes on until the row is taken. */
  unsureSeconds?: number
  /** column that asks the holder to make way for a waiter (see `withLease`) */
  wanted?: Column
  /** error code when the lease is not obtained, or has to be given up (see `withLease`) */
  inUse?: ErrorCode
}

/** A lease that others may wait for. */
type SharedLease = LeaseKind & Required<Pick<LeaseKind, 'wanted' | 'inUse'>>

/** Declares a lease on the rows of a table. The names are those of the schema. */
export const defineLease = <
  Table extends keyof Database & string,
  Kind extends LeaseKind<Table, keyof Database[Table] & string>,
>(
  kind: Kind & { table: Table },
): Kind => kind

/** One row, and the holder that works on it. */
export type Held = { id: string; holder: string }

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Any row of the table of a lease. The casts are safe: `defineLease` has checked the names, and this module sets only its columns. */
const rowsOf = (on: Executor, kind: LeaseKind) => on.updateTable(kind.table as 'uploads')
const column = <T>(name: string) => sql.ref<T>(name)

const update = (on: Executor, kind: LeaseKind, id: string, values: Record<string, unknown>) =>
  rowsOf(on, kind)
    .set(values as object)
    .where(column(kind.id), '=', id)

const unwanted = ({ wanted }: LeaseKind) => (wanted === undefined ? {} : { [wanted]: false })

/** Takes the lease of a row unless a live holder has it. */
async function takeLease(on: Executor, kind: LeaseKind, { id, holder }: Held): Promise<boolean> {
  const until = column<Date | null>(kind.until)
  const { numUpdatedRows } = await update(on, kind, id, {
    [kind.holder]: holder,
    [kind.until]: inSeconds(kind.seconds),
    ...unwanted(kind),
  })
    .where((where) => where.or([where(until, 'is', null), where(until, '<', sql<Date>`now()`)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renews a lease, also one that has run out and was not taken. `note` are further columns that are written with it. */
async function renewLease(
  on: Executor,
  kind: LeaseKind,
  { id, holder }: Held,
  note: Record<string, unknown> = {},
): Promise<'held' | 'wanted' | 'lost'> {
  const row = await update(on, kind, id, { [kind.until]: inSeconds(kind.seconds), ...note })
    .where(column(kind.holder), '=', holder)
    .where(column(kind.until), 'is not', null)
    .returning((kind.wanted === undefined ? sql<boolean>`false` : column<boolean>(kind.wanted)).as('wanted'))
    .executeTakeFirst()
  if (!row) return 'lost'
  return row.wanted ? 'wanted' : 'held'
}

/** Asks the holder of a lease to make way. Returns false when the row does not exist. */
async function wantLease(on: Executor, kind: SharedLease, id: string): Promise<boolean> {
  const { numUpdatedRows } = await update(on, kind, id, { [kind.wanted]: true }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a lease. Returns whether someone waits for it. */
async function endLease(on: Executor, kind: SharedLease, { id, holder }: Held): Promise<boolean> {
  const [table, key, wanted] = [sql.table(kind.table), sql.ref(kind.id), sql.ref(kind.wanted)]
  const { rows } = await sql<{ wanted: boolean }>`
    update ${table} as held set ${sql.ref(kind.holder)} = null, ${sql.ref(kind.until)} = null, ${wanted} = false
    from (
      select ${key} as id, ${wanted} as wanted from ${table}
      where ${key} = ${id} and ${sql.ref(kind.holder)} = ${holder} for update
    ) as before
    where held.${key} = before.id returning before.wanted`.execute(on)
  return rows[0]?.wanted ?? false
}

/** Ends all leases: for a start at which no other process uses the database. The names of the holders stay in the rows. */
export async function freeLeases(on: Executor, kind: LeaseKind): Promise<void> {
  await rowsOf(on, kind)
    .set({ [kind.until]: null, ...unwanted(kind) } as object)
    .where(column(kind.holder), 'is not', null)
    .where(column(kind.until), 'is not', null)
    .execute()
}

/** Selects the next row of a queue. The row is `waiting` in `from`, `where` and `order`. */
type Queue = {
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** tables that are joined for the order */
  join?: RawBuilder<unknown>
  /** columns that change with the claim; `taken` is the row as it was */
  set: RawBuilder<unknown>
  /** columns of `claimed`, or of `taken` */
  returning: RawBuilder<unknown>
}

/**
 * Takes the lease of the first free row of a queue, in the order of the caller; null when there is none. Claimants do not wait for each
 * other: a row that another is claiming is skipped. The work then runs under `whileHeld`.
 */
export async function claimNext<Row>(on: Executor, kind: LeaseKind, holder: string, queue: Queue): Promise<Row | null> {
  const [table, key, until] = [sql.table(kind.table), sql.ref(kind.id), sql.ref(kind.until)]
  const { rows } = await sql<Row>`
    update ${table} as claimed
    set ${sql.ref(kind.holder)} = ${holder}, ${until} = ${inSeconds(kind.seconds)}, ${queue.set}
    from (
      select waiting.* from ${table} as waiting ${queue.join ?? sql``}
      where (waiting.${until} is null or waiting.${until} <= now()) and ${queue.where}
      order by ${queue.order} limit 1 for update of waiting skip locked
    ) as taken
    where claimed.${key} = taken.${key}
    returning ${queue.returning}`.execute(on)
  return rows[0] ?? null
}

/** A lease has a waiter (`wanted`), or its holder has given it up for a waiter (`free`). */
const leaseTopic = defineTopic({
  name: 'leases',
  message: z.object({ table: z.string(), id: z.string(), what: z.enum(['wanted', 'free']) }),
})

/** Callbacks of this process's holders and waiters, by the message that they wait for. */
const listeners = new WeakMap<Db, Map<string, Set<() => void>>>()

type About = { table: string; id: string; what: 'wanted' | 'free' }
const keyOf = ({ table, id, what }: About): string => `${what} ${table} ${id}`

/** Calls `listener` at each of these messages, until the returned function is called. */
function onLease(db: Db, about: About, listener: () => void): () => void {
  const all = listeners.get(db) ?? new Map<string, Set<() => void>>()
  if (!listeners.has(db)) {
    listeners.set(db, all)
    subscribe(db, leaseTopic, (message) => {
      for (const call of all.get(keyOf(message)) ?? []) call()
    })
  }
  const key = keyOf(about)
  const calls = all.get(key) ?? new Set()
  all.set(key, calls.add(listener))
  return () => {
    calls.delete(listener)
    if (calls.size === 0 && all.get(key) === calls) all.delete(key)
  }
}

type Deps = Pick<FeatureDeps, 'db'> & { log: Pick<FeatureDeps['log'], 'warn'> }

type WhileHeld = Held & {
  lease: LeaseKind
  /** Columns that are written with each renewal. */
  note?: () => Record<string, unknown>
  /** Called before each renewal. */
  onRenew?: () => void
  /** Called once when the holder has to stop: another holder has the row, a waiter wants it, or no renewal has succeeded for too long. */
  onStop?: () => void
}

/** Runs `work` while a lease that was taken is renewed by heartbeat. The lease is not ended: the work, or `withLease`, does it. */
export async function whileHeld<T>(
  { db, log }: Deps,
  { lease, id, holder, note, onRenew = () => {}, onStop = () => {} }: WhileHeld,
  work: () => Promise<T>,
): Promise<T> {
  let renewed = performance.now()
  let stopped = false
  const stop = (): void => {
    if (!stopped) onStop()
    stopped = true
  }
  const renew = async (): Promise<void> => {
    onRenew()
    try {
      const state = await renewLease(db, lease, { id, holder }, note?.())
      renewed = performance.now()
      if (state !== 'held') stop()
    } catch (error) {
      log.warn({ err: error, table: lease.table, id }, 'a lease could not be renewed')
      if (performance.now() - renewed > (lease.unsureSeconds ?? Number.POSITIVE_INFINITY) * 1000) stop()
    }
  }
  let running: Promise<void> | undefined
  const renewSoon = (): void => {
    running ??= renew().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(renewSoon, lease.renewSeconds * 1000)
  // the row says whether the waiter is still there
  const unsubscribe = onLease(db, { table: lease.table, id, what: 'wanted' }, renewSoon)
  try {
    return await work()
  } finally {
    unsubscribe()
    clearInterval(timer)
    await running
  }
}

/** Poll interval of a waiter: for the lease of a dead process, and where notifications do not arrive. */
const askAgainMs = 2000
/** Seconds for which a waiter outwaits the lease of a dead process. */
const longerSeconds = 4

type WithLease = Pick<WhileHeld, 'id' | 'note'> & {
  lease: SharedLease
  onStop?: ((problem: DomainError) => void) | undefined
  /** The wait ends when it is aborted. */
  signal?: AbortSignal | undefined
}

/**
 * Runs `work` under the lease of a row, and ends the lease. Notifies a present holder that this caller waits, and waits at most as long as
 * a dead holder would keep the lease. Throws the `inUse` code of the lease, not_found.
 */
export async function withLease<T>(
  deps: Deps,
  { lease, id, note, onStop = () => {}, signal }: WithLease,
  work: () => Promise<T>,
): Promise<T> {
  const { db, log } = deps
  const held = { id, holder: newId() }
  if (!(await takeLease(db, lease, held))) await waitForLease(deps, lease, held, signal)
  try {
    const stop = (): void => onStop(new DomainError(lease.inUse))
    return await whileHeld(deps, { lease, ...held, ...(note && { note }), onStop: stop }, work)
  } finally {
    const about = { table: lease.table, id, what: 'free' } as const
    await endLease(db, lease, held)
      .then((wanted) => (wanted ? publish(db, toProcesses(leaseTopic, about)) : undefined))
      .catch((error: unknown) => log.warn({ err: error, ...about }, 'a lease runs out by itself'))
  }
}

/** Waits until the holder of a lease has given it up, and takes it. */
async function waitForLease(
  { db, log }: Deps,
  kind: SharedLease,
  held: Held,
  signal: AbortSignal | undefined,
): Promise<void> {
  const about = { table: kind.table, id: held.id }
  const waitMs = (kind.seconds + longerSeconds) * 1000
  const began = performance.now()
  let wake = (): void => {}
  const unsubscribe = onLease(db, { ...about, what: 'free' }, () => wake())
  signal?.addEventListener('abort', () => wake(), { once: true })
  try {
    for (let notified = false; ; notified = true) {
      const free = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, askAgainMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      signal?.throwIfAborted()
      if (!(await wantLease(db, kind, held.id))) throw new DomainError('not_found')
      // a holder that gives it up from now on sees that it is wanted
      if (await takeLease(db, kind, held)) return
      if (performance.now() - began > waitMs) throw new DomainError(kind.inUse)
      if (!notified)
        await publish(db, toProcesses(leaseTopic, { ...about, what: 'wanted' })).catch((error: unknown) =>
          log.warn({ err: error, ...about }, 'the holder of a lease is notified a little later'),
        )
      await free
    }
  } finally {
    unsubscribe()
    wake()
  }
}
