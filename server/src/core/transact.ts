import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#db/schema.ts'
import { type Publication, sendAll } from './events/broadcast.ts'
import { type CacheName, countInvalidations, emitInvalidation } from './events/cache-invalidation.ts'
import type { Db } from './executor.ts'
import { type EnqueueOptions, type Job, type JobKind, prepareJob, queueOf } from './jobs.ts'

/** An open transaction that collects its effects. A rollback discards them. */
export type Tx = Transaction<Database> & {
  /** Invalidates a cache with the commit. */
  invalidate(cache: CacheName): void
  /** Enqueues a job with the commit. Throws when `data` does not match the schema of the kind. */
  enqueue<S extends z.ZodType>(kind: JobKind<S>, data: z.input<S>, options?: EnqueueOptions): void
  /** Publishes to all processes, and through them to users or rooms, after the commit. `first` is called before the listeners of this process. */
  publish(publication: Publication, first?: () => void): void
}

const inTransaction = new AsyncLocalStorage<true>()

/** True when the caller runs inside `transact`: the pool gives it no second connection. */
export const isInTransaction = (): boolean => inTransaction.getStore() === true

/**
 * Runs `work` in one transaction. Use only `tx` inside it: the plain database throws, because the embedded database has a single
 * connection. Do no network or file work inside it.
 *
 * Jobs, publications and cache versions are written right before the commit; version rows last, by name, which prevents deadlocks.
 * Resolves after the listeners ran; rejects with the error of the work, also when the rollback fails.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const caches = new Set<CacheName>()
  const jobs: Job[] = []
  const publications: { publication: Publication; first: (() => void) | undefined }[] = []
  let drop = (): void => {}
  let isOver = false
  const requireOpen = (): void => {
    if (isOver) throw new Error('This transaction is over: its effects are already written')
  }
  const collector = {
    invalidate(cache: CacheName) {
      requireOpen()
      caches.add(cache)
    },
    enqueue<S extends z.ZodType>(kind: JobKind<S>, data: z.input<S>, options?: EnqueueOptions) {
      requireOpen()
      jobs.push(prepareJob(kind, data, options))
    },
    publish(publication: Publication, first?: () => void) {
      requireOpen()
      publications.push({ publication, first })
    },
  }
  const run = async (plain: Transaction<Database>) => {
    const result = await work(Object.assign(plain, collector))
    isOver = true
    const queue = jobs.length > 0 ? queueOf(db) : undefined
    for (const job of jobs) await queue?.insert(plain, job)
    const sent = await sendAll(db, plain, publications)
    drop = sent.drop
    const versions = await countInvalidations(plain, caches)
    const deliver = async (): Promise<void> => {
      const delivery = sent.deliver()
      for (const { name, version } of versions) emitInvalidation(db, name, version)
      for (const job of jobs) queue?.wake(job)
      await delivery
    }
    return { result, deliver }
  }
  let done: Awaited<ReturnType<typeof run>>
  try {
    done = await db.transaction().execute((plain) => inTransaction.run(true, () => run(plain)))
  } catch (error) {
    isOver = true
    drop()
    throw error
  }
  await done.deliver()
  return done.result
}
