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
  /** bytes that have arrived, to be noted; null while nothing is known */
  received?: () => number | null
  /** Called once when the holder has to stop. */
  onStop?: (problem: DomainError) => void
  /** The wait ends when it is aborted. */
  signal?: AbortSignal | undefined
}

/**
 * Runs `work` while no other request or job of any process handles the upload. A request that comes while another one still reads from
 * a connection that no one sends on any more has that one stopped. Throws upload_in_use, not_found.
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

/** Frees all uploads: for a start at which no other process uses the database. */
export const endLeases = (db: Db): Promise<void> => freeLeases(db, uploadLease)

/** Deletes the row of an upload and gives back its room; a missing row is not an error. */
export async function deleteUpload(on: Executor, id: string): Promise<void> {
  const deleted = await deleteUploadRow(on, id)
  if (deleted) await releaseRoom(on, deleted.owner_id, deleted.reservation_id)
}
