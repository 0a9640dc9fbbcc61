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
  /** Calls the listeners of an announcement, which do their part in this transaction. Throws when there are none and it needs one. */
  announce<Data>(announcement: Announcement<Data>, data: Data): Promise<void>
}

/** Something that a feature did in its transaction. Features that it does not know add their part to the same commit. */
export type Announcement<Data> = {
  name: string
  /** Calls `listener` in each transaction on a database that announces it. */
  on(db: Db, listener: (tx: Tx, data: Data) => Promise<void>): void
  of(db: Db): readonly ((tx: Tx, data: Data) => Promise<void>)[]
  /** whether it is right that no one listens */
  optional: boolean
}

export function defineAnnouncement<Data>(name: string, { optional = false } = {}): Announcement<Data> {
  const listeners = new WeakMap<Db, ((tx: Tx, data: Data) => Promise<void>)[]>()
  const of = (db: Db) => listeners.get(db) ?? []
  return { name, of, optional, on: (db, listener) => void listeners.set(db, [...of(db), listener]) }
}

const inTransaction = new AsyncLocalStorage<true>()

/** True when the caller runs inside `transact`: the pool gives it no second connection. */
export const isInTransaction = (): boolean => inTransaction.getStore() === true

/**
 * Runs `work` in one transaction. Use only `tx` inside it: the plain database throws. Do
 * no network and file work inside it.
 *
 * Its effects are written right before the commit; cache versions last, in the order of their names, against deadlocks. Resolves after
 * the listeners ran. A failing rollback does not hide the error of the work.
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
    const tx: Tx = Object.assign(plain, collector, {
      async announce<Data>(announcement: Announcement<Data>, data: Data) {
        requireOpen()
        const listeners = announcement.of(db)
        if (listeners.length === 0 && !announcement.optional) throw new Error(`No one listens to ${announcement.name}`)
        for (const listener of listeners) await listener(tx, data)
      },
    })
    const result = await work(tx)
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
