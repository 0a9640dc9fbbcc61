import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { releaseRoom } from '../media/index.ts'
import { deleteUploadRow, giveUpLease, renewLease, takeLease, wantLease } from './upload-queries.ts'

/** Seconds after which the lease of a process that died is free. */
const leaseSeconds = 10
const renewMs = 1000
/** Milliseconds without a renewal after which the holder stops: the database cannot be reached, and the lease runs out. */
const unsureMs = 6000
/** Milliseconds for which a request waits for the lease; longer than that of a process that died. */
const waitMs = 14_000
const pollMs = 150

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
export async function withUploadLease<T>(
  { db, log }: Pick<FeatureDeps, 'db' | 'log'>,
  id: string,
  work: () => Promise<T>,
  { received = () => null, onStop = () => {}, signal }: Options = {},
): Promise<T> {
  const lease = newId()
  const began = performance.now()
  while (!(await takeLease(db, id, lease, leaseSeconds))) {
    if (!(await wantLease(db, id))) throw new DomainError('not_found')
    if (performance.now() - began > waitMs) throw new DomainError('upload_in_use')
    await sleep(pollMs)
    signal?.throwIfAborted()
  }
  let renewed = performance.now()
  let running = Promise.resolve()
  let stopped = false
  const stop = (): void => {
    if (!stopped) onStop(new DomainError('upload_in_use'))
    stopped = true
  }
  const renew = async (): Promise<void> => {
    try {
      const wanted = await renewLease(db, { id, lease, seconds: leaseSeconds, received: received() })
      renewed = performance.now()
      if (wanted !== false) stop()
    } catch (error) {
      log.warn({ err: error }, 'the lease of an upload could not be renewed')
      if (performance.now() - renewed > unsureMs) stop()
    }
  }
  let idle = true
  const timer = setInterval(() => {
    if (!idle) return
    idle = false
    running = renew().finally(() => {
      idle = true
    })
  }, renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await running
    await giveUpLease(db, id, lease).catch((error: unknown) =>
      log.warn({ err: error }, 'the lease of an upload runs out by itself'),
    )
  }
}

/** Deletes the row of an upload and gives back its room; a missing row is not an error. */
export async function deleteUpload(on: Executor, id: string): Promise<void> {
  const deleted = await deleteUploadRow(on, id)
  if (deleted) await releaseRoom(on, deleted.owner_id, deleted.reservation_id)
}
