import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#db/schema.ts'
import { type Publication, sendAll } from './broadcast.ts'
import { type CacheName, countInvalidations, emitInvalidation } from './cache-invalidation.ts'
import type { Db } from './executor.ts'
import { type EnqueueOptions, type Job, type JobKind, prepareJob, queueOf } from './jobs.ts'

/** An open transaction that collects what follows from it. Nothing of that happens when it rolls back. */
export type Tx = Transaction<Database> & {
  /** Declares that this transaction changes what a cache shows: from the commit on no reader of any process gets the old content. */
  invalidate(cache: CacheName): void
  /** Adds a job that exists if the transaction commits. Throws when `data` do not fit the kind. */
  enqueue<S extends z.ZodType>(kind: JobKind<S>, data: z.input<S>, options?: EnqueueOptions): void
  /** Publishes to the processes, or through them to users or rooms, when the transaction commits. `first` is called right before the listeners of this process. */
  publish(publication: Publication, first?: () => void): void
}

const inTransaction = new AsyncLocalStorage<true>()

/** Tells whether the calling code runs inside `transact`: the pool refuses a second connection to it. */
export const isInTransaction = (): boolean => inTransaction.getStore() === true

/**
 * Runs `work` in one transaction. Inside it only `tx` may be used: the plain database throws at once, because the embedded
 * database has a single connection and would wait for itself. Keep network and file work out of it.
 *
 * What `tx` collects is written at the end of the work, right before the commit: jobs, then publications, then the versions of
 * the invalidated caches. Every other change of the same cache waits for that row until the commit, so it is locked last, and
 * several rows are locked in the order of their names: two transactions never wait for each other. Resolves when the listeners
 * of this process were called, after the commit.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const caches = new Set<CacheName>()
  const jobs: Job[] = []
  const publications: { publication: Publication; first: (() => void) | undefined }[] = []
  let drop = (): void => {}
  let isOver = false
  const requireOpen = (): void => {
    if (isOver) throw new Error('This transaction is over: what follows from it is written already')
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
