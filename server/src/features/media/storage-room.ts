import type { SiteSettings } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { describeFull } from './rules.ts'
import {
  deleteExpiredReservations,
  deleteReservation,
  findStorageTotal,
  findStorageUse,
  insertReservation,
  lockReservations,
} from './storage-queries.ts'

type Deps = Pick<FeatureDeps, 'settings' | 'clock'>

/** How long room is kept for an upload of which nothing more is heard. */
const reservedMs = 24 * 3600 * 1000
const bytesOf = (gigabytes: number): number | null => (gigabytes === 0 ? null : gigabytes * 1e9)

/** Limits in bytes; null for none. */
export const storageLimits = (
  settings: Pick<SiteSettings, 'accountStorageGb' | 'siteStorageGb'>,
): { account: number | null; site: number | null } => ({
  account: bytesOf(settings.accountStorageGb),
  site: bytesOf(settings.siteStorageGb),
})

/**
 * Throws `storage_full` unless a user and the site have room for more bytes. Others wait until the transaction ends, so call it first in
 * the one that inserts what takes the room.
 */
export async function requireStorage(tx: Tx, deps: Deps, ownerId: string, bytes: number): Promise<void> {
  await lockReservations(tx)
  await deleteExpiredReservations(tx, deps.clock.now())
  const limits = storageLimits(deps.settings.current())
  const used = { account: await findStorageUse(tx, ownerId), site: await findStorageTotal(tx) }
  const message = describeFull({ account: used.account.total, site: used.site.total }, limits, bytes)
  if (message !== null) throw new DomainError('storage_full', message)
}

/**
 * Reserves room for an upload that begins, until it is stored (`takeRoom`), given up (`releaseRoom`) or expires, by default
 * after a day. Returns the id of the
 * reservation. Throws `storage_full`.
 */
export async function reserveStorage(
  tx: Tx,
  deps: Deps,
  { ownerId, bytes, expiresAt }: { ownerId: string; bytes: number; expiresAt?: Date },
): Promise<string> {
  await requireStorage(tx, deps, ownerId, bytes)
  const id = newId()
  const expires_at = expiresAt ?? new Date(deps.clock.now().getTime() + reservedMs)
  await insertReservation(tx, { id, owner_id: ownerId, bytes, expires_at })
  return id
}

/** Reserves room as `reserveStorage`, in a transaction of its own. */
export async function reserveRoom(
  deps: Deps & Pick<FeatureDeps, 'db'>,
  ownerId: string,
  bytes: number,
): Promise<{ id: string; release(): Promise<void> }> {
  const id = await transact(deps.db, (tx) => reserveStorage(tx, deps, { ownerId, bytes }))
  return { id, release: () => releaseRoom(deps.db, ownerId, id) }
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
