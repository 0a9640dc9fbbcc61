import type { DomainError } from '#core/domain-error.ts'
import type { Db, Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineLease, freeLeases, withLease } from '#core/lease.ts'
import { releaseRoom } from '../../media/index.ts'
import { arrivedUpTo, deleteUploadRow } from './upload-queries.ts'

const uploadLease = defineLease({
  table: 'uploads',
  id: 'id',
  holder: 'lease',
  until: 'lease_until',
  wanted: 'release_wanted',
  seconds: 10,
  renewSeconds: 1,
  unsureSeconds: 6,
  inUse: 'upload_in_use',
})

type Options = {
  /** bytes that have arrived, to be stored; null while unknown */
  received?: () => number | null
  /** Called once when the holder must stop. */
  onStop?: (problem: DomainError) => void
  /** Aborts the wait for the lease. */
  signal?: AbortSignal | undefined
}

/**
 * Runs `work` while no other request or job of any process handles the upload. If another request holds the lease on a connection that has
 * gone silent, a new request has it stopped. Throws upload_in_use, not_found.
 */
export function withUploadLease<T>(
  deps: Pick<FeatureDeps, 'db' | 'log'>,
  id: string,
  work: () => Promise<T>,
  { received = () => null, onStop, signal }: Options = {},
): Promise<T> {
  const note = () => {
    const arrived = received()
    return arrived === null ? {} : arrivedUpTo(arrived)
  }
  return withLease(deps, { lease: uploadLease, id, note, onStop, signal }, work)
}

/** Frees all leases. Only for a start at which no other process uses the database. */
export const endLeases = (db: Db): Promise<void> => freeLeases(db, uploadLease)

/** Deletes the row of an upload and releases its reserved space; a missing row is not an error. */
export async function deleteUpload(on: Executor, id: string): Promise<void> {
  const deleted = await deleteUploadRow(on, id)
  if (deleted) await releaseRoom(on, deleted.owner_id, deleted.reservation_id)
}
