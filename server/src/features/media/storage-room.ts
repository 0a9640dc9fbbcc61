import type { SiteSettings } from '@virtual-courses/contract'
import type { Room } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { type Amounts, decideWindow, describeFull, describeTexts, maxTextBytes } from './rules.ts'
import {
  deleteExpiredReservations,
  deleteReservation,
  endUnfedReservations,
  findStorageTotal,
  insertReservation,
  keepOwner,
  lockReservation,
  lockReservations,
  lockStorageUse,
  setReservation,
  sumAnnounced,
  sumWindows,
} from './storage-queries.ts'

type Deps = Pick<FeatureDeps, 'settings' | 'clock'>

/** How long room is kept for an upload of which nothing more is heard. */
const reservedMs = 24 * 3600 * 1000
/** How long room is kept for all of an upload: longer than any outage of a store. */
const wholeMs = 365 * 24 * 3600 * 1000
/** How long an upload of which nothing comes keeps room for what has not arrived. */
const fedMs = 3 * 60_000
/** How often an upload says that it is fed, at least. */
const sayFedMs = 60_000
const bytesOf = (gigabytes: number): number | null => (gigabytes === 0 ? null : gigabytes * 1e9)

/** Limits in bytes; null for none. */
export const storageLimits = (
  settings: Pick<SiteSettings, 'accountStorageGb' | 'siteStorageGb'>,
): { account: number | null; site: number | null } => ({
  account: bytesOf(settings.accountStorageGb),
  site: bytesOf(settings.siteStorageGb),
})

/** What a user and the site have, with what the user's own uploads that are fed have announced. Others wait until the transaction ends. */
async function lockUse(tx: Tx, deps: Deps, ownerId: string): Promise<Amounts<number>> {
  // before the sums: the deletion of an account locks it first, too
  await keepOwner(tx, ownerId)
  await lockReservations(tx)
  await deleteExpiredReservations(tx, deps.clock.now())
  await endUnfedReservations(tx, deps.clock.now())
  const { total } = await lockStorageUse(tx, ownerId)
  return { account: total + (await sumAnnounced(tx, ownerId)), site: (await findStorageTotal(tx)).total }
}

function refuseFull(deps: Deps, used: Amounts<number>, more: Amounts<number>): void {
  const message = describeFull(used, storageLimits(deps.settings.current()), more)
  if (message !== null) throw new DomainError('storage_full', message)
}

/**
 * Throws `storage_full` unless a user and the site have room for more bytes. Others wait until the transaction ends, so call it first in
 * the one that inserts what takes the room.
 */
export async function requireStorage(tx: Tx, deps: Deps, ownerId: string, bytes: number): Promise<void> {
  refuseFull(deps, await lockUse(tx, deps, ownerId), { account: bytes, site: bytes })
}

/**
 * Notes an upload that begins, until it is stored (`takeRoom`), given up (`releaseRoom`) or expires, by default after a day. What it
 * announces counts for its account while it is fed; for the site counts what `growRoom` reserves as it arrives. Returns the id of the
 * reservation. Throws `storage_full` when the whole would not fit.
 */
export async function reserveStorage(
  tx: Tx,
  deps: Deps,
  { ownerId, bytes, expiresAt }: { ownerId: string; bytes: number; expiresAt?: Date },
): Promise<string> {
  await requireStorage(tx, deps, ownerId, bytes)
  const id = newId()
  const now = deps.clock.now().getTime()
  const expires_at = expiresAt ?? new Date(now + reservedMs)
  await insertReservation(tx, { id, owner_id: ownerId, announced: bytes, fed_until: new Date(now + fedMs), expires_at })
  return id
}

type Growing = {
  id: string
  ownerId: string
  /** bytes of the whole upload; undefined while no one knows */
  total: number | undefined
  /** bytes that have arrived */
  arrived: number
  /** bytes of the disk that the store of the upload may take; null without such a limit */
  free: number | null
}

/**
 * Reserves room for what follows what has arrived of an upload: a window, however much was announced. Returns the bytes up to which there
 * is room. Throws `storage_full` and `disk_full`.
 */
export async function growRoom(tx: Tx, deps: Deps, { id, ownerId, total, arrived, free }: Growing): Promise<number> {
  const used = await lockUse(tx, deps, ownerId)
  const before = await lockReservation(tx, id, ownerId)
  // given up meanwhile: what is stored is checked again
  if (!before) return total ?? arrived
  const windows = await sumWindows(tx, ownerId)
  const own = before.bytes - before.stored
  const rest = total === undefined ? Number.POSITIVE_INFINITY : total - arrived
  const window = decideWindow({ rest, free, others: windows.all - own, ownOthers: windows.own - own })
  if (window === null) throw new DomainError('disk_full')
  const bytes = arrived + window
  const announced = total ?? bytes
  refuseFull(deps, used, {
    account: Math.max(0, announced - Math.max(before.announced, before.bytes)),
    site: Math.max(0, bytes - before.bytes),
  })
  const fed_until = new Date(deps.clock.now().getTime() + fedMs)
  await setReservation(tx, id, { bytes, announced, stored: arrived, fed_until })
  return bytes
}

/**
 * Gives back the window of an upload whose request has ended: what has arrived stays counted. All of an upload (`isWhole`) keeps its room
 * until it is stored or refused, however long its check waits for the store: nothing may take it meanwhile.
 */
export async function settleRoom(
  tx: Tx,
  deps: Deps,
  { id, ownerId, arrived, isWhole = false }: Omit<Growing, 'total' | 'free'> & { isWhole?: boolean },
): Promise<void> {
  const before = await lockReservation(tx, id, ownerId)
  if (!before) return
  const now = deps.clock.now().getTime()
  await setReservation(tx, id, {
    bytes: arrived,
    stored: arrived,
    announced: Math.max(before.announced, arrived),
    fed_until: new Date(now + fedMs),
    ...(isWhole && { expires_at: new Date(now + wholeMs) }),
  })
}

type RoomDeps = Deps & Pick<FeatureDeps, 'db'>

/** Returns the room of an upload that has a reservation; `from` bytes of it had arrived before. */
export function openRoom(
  deps: RoomDeps,
  upload: {
    id: string
    ownerId: string
    total: number | undefined
    from?: number
    free?: () => Promise<number | null>
  },
): Room {
  const { id, ownerId, total, from = 0, free = async () => null } = upload
  let reserved = 0
  let said = 0
  return {
    id,
    covers: (arrived) => from + arrived <= reserved && performance.now() - said < sayFedMs,
    async grow(arrived) {
      const bytes = await free()
      reserved = await transact(deps.db, (tx) =>
        growRoom(tx, deps, { id, ownerId, total, arrived: from + arrived, free: bytes }),
      )
      said = performance.now()
    },
    release: () => releaseRoom(deps.db, ownerId, id),
  }
}

/** Begins an upload of one request, with the room for its first bytes. Throws `storage_full`. */
export async function reserveRoom(deps: RoomDeps, ownerId: string, total: number | undefined): Promise<Room> {
  const id = await transact(deps.db, (tx) => reserveStorage(tx, deps, { ownerId, bytes: total ?? 0 }))
  const room = openRoom(deps, { id, ownerId, total })
  try {
    await room.grow(0)
    return room
  } catch (error) {
    await room.release()
    throw error
  }
}

/** Ends a reservation that is not needed any more; one that has ended already is not an error. */
export async function releaseRoom(on: Executor, ownerId: string, reservationId: string): Promise<void> {
  await deleteReservation(on, reservationId, ownerId)
}

/**
 * Takes the room for bytes that are stored in the same transaction: the reserved one, or without it, or when it has expired, what is
 * free. Throws `storage_full`.
 */
export async function takeRoom(
  tx: Tx,
  deps: Deps,
  { ownerId, bytes, reservationId }: { ownerId: string; bytes: number; reservationId?: string | undefined },
): Promise<void> {
  const reserved = reservationId === undefined ? null : await deleteReservation(tx, reservationId, ownerId)
  if (reserved === null || reserved < bytes) await requireStorage(tx, deps, ownerId, bytes)
}

/**
 * Runs a change of texts of a user, whose growth must fit into what the user and the site may have. What shrinks, or stays as long, is
 * never refused. Lock the course before. Others that change texts of this user wait until the transaction ends. Throws `storage_full`.
 */
export async function withTextRoom<T>(tx: Tx, deps: Deps, ownerId: string, change: () => Promise<T>): Promise<T> {
  const limits = storageLimits(deps.settings.current())
  // with a limit of the site all that take room take turns
  if (limits.site !== null) await lockReservations(tx)
  const before = await lockStorageUse(tx, ownerId)
  const result = await change()
  const after = await lockStorageUse(tx, ownerId)
  const more = after.texts - before.texts
  if (more <= 0) return result
  if (after.texts > maxTextBytes) throw new DomainError('storage_full', describeTexts(before.texts, more))
  const account = after.total - more + (limits.account === null ? 0 : await sumAnnounced(tx, ownerId))
  const site = limits.site === null ? 0 : (await findStorageTotal(tx)).total - more
  refuseFull(deps, { account, site }, { account: more, site: more })
  return result
}
