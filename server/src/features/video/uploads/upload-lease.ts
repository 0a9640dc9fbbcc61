import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import { publish } from '#core/events/broadcast.ts'
import { defineTopic, subscribe, toProcesses } from '#core/events/topics.ts'
import type { Db, Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { releaseRoom } from '../../media/index.ts'
import { deleteUploadRow, giveUpLease, renewLease, takeLease, wantLease } from './upload-queries.ts'

/** Seconds after which the lease of a process that died is free. */
const leaseSeconds = 10
const renewMs = 1000
/** Milliseconds without a renewal after which the holder stops: the database cannot be reached, and the lease runs out. */
const unsureMs = 6000
/** Milliseconds for which a request waits for the lease; longer than that of a process that died. */
const waitMs = 14_000
/** How often a request that waits asks again: for the lease of a process that died, and where notifications do not arrive. */
const askAgainMs = 2000

/** Another request waits for the lease of an upload (`wanted`), or its holder has given it up for one that waits. */
const leaseTopic = defineTopic({
  name: 'upload-leases',
  message: z.object({ id: z.string(), what: z.enum(['wanted', 'free']) }),
})

/** Listeners of the requests of this process that hold or wait for leases, by the message that they wait for. */
const listeners = new WeakMap<Db, Map<string, Set<() => void>>>()

/** Calls `listener` at each of these messages about an upload, until the returned function is called. */
function onLease(db: Db, id: string, what: 'wanted' | 'free', listener: () => void): () => void {
  let known = listeners.get(db)
  if (!known) {
    const made = new Map<string, Set<() => void>>()
    known = made
    listeners.set(db, made)
    subscribe(db, leaseTopic, (message) => {
      for (const call of made.get(`${message.what} ${message.id}`) ?? []) call()
    })
  }
  const all = known
  const key = `${what} ${id}`
  all.set(key, (all.get(key) ?? new Set()).add(listener))
  return () => {
    const calls = all.get(key)
    calls?.delete(listener)
    if (calls?.size === 0) all.delete(key)
  }
}

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
  if (!(await takeLease(db, id, lease, leaseSeconds))) await waitForLease({ db, log }, id, lease, signal)
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
  const renewSoon = (): void => {
    if (!idle) return
    idle = false
    running = renew().finally(() => {
      idle = true
    })
  }
  const timer = setInterval(renewSoon, renewMs)
  // the row says whether this one still waits
  const unsubscribe = onLease(db, id, 'wanted', renewSoon)
  try {
    return await work()
  } finally {
    unsubscribe()
    clearInterval(timer)
    await running
    await giveUpLease(db, id, lease)
      .then(async (wanted) => {
        if (wanted) await publish(db, toProcesses(leaseTopic, { id, what: 'free' }))
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the lease of an upload runs out by itself'))
  }
}

/** Notifies the holder of a lease, waits until it is released, and takes it. Throws upload_in_use, not_found. */
async function waitForLease(
  { db, log }: Pick<FeatureDeps, 'db' | 'log'>,
  id: string,
  lease: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const began = performance.now()
  let wake = (): void => {}
  const unsubscribe = onLease(db, id, 'free', () => wake())
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
      if (!(await wantLease(db, id))) throw new DomainError('not_found')
      // who gives it up from now on sees that it is wanted
      if (await takeLease(db, id, lease, leaseSeconds)) return
      if (performance.now() - began > waitMs) throw new DomainError('upload_in_use')
      if (!notified)
        await publish(db, toProcesses(leaseTopic, { id, what: 'wanted' })).catch((error: unknown) =>
          log.warn({ err: error }, 'the holder of the lease of an upload is notified a little later'),
        )
      await free
    }
  } finally {
    unsubscribe()
    wake()
  }
}

/** Deletes the row of an upload and gives back its room; a missing row is not an error. */
export async function deleteUpload(on: Executor, id: string): Promise<void> {
  const deleted = await deleteUploadRow(on, id)
  if (deleted) await releaseRoom(on, deleted.owner_id, deleted.reservation_id)
}
