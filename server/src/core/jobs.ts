import { z } from 'zod'
import type { Db, Executor } from './executor.ts'

/** A kind of durable work: its name, the shape of its data and how often a failed try is repeated. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string
  data: S
  /** tries after the first one */
  retries: number
  /** seconds before the first repetition; doubled each time */
  retrySeconds: number
}

/** Declares a kind of job. Jobs may run more than once: handlers must be idempotent. */
export function defineJob<const S extends z.ZodType>(kind: JobKind<S>): JobKind<S> {
  return kind
}

export type EnqueueOptions = {
  /** not before so many seconds from now */
  delaySeconds?: number
}

/** A job that is ready to be written; its data are as their schema returns them. */
export type Job = { kind: JobKind; data: object; delaySeconds: number | undefined }

/** Where the jobs of a database are written. */
export type JobQueue = {
  /** Writes a job row with the given executor: inside a transaction it exists only if that commits. */
  insert(on: Executor, job: Job): Promise<void>
  /** Makes a worker of this process look for the job at once. */
  wake(job: Job): void
}

const queues = new WeakMap<Db, JobQueue>()

/** Makes a queue that of a database: `tx.enqueue` and `enqueue` write to it. */
export function attachQueue(db: Db, queue: JobQueue): void {
  queues.set(db, queue)
}

export function queueOf(db: Db): JobQueue {
  const queue = queues.get(db)
  if (!queue) throw new Error('No job queue is open on this database')
  return queue
}

/** Throws when `data` do not fit the kind. */
export const prepareJob = <S extends z.ZodType>(
  kind: JobKind<S>,
  data: z.input<S>,
  { delaySeconds }: EnqueueOptions = {},
): Job => ({ kind, data: kind.data.parse(data) as object, delaySeconds }) // job data are objects

/** Writes a job outside of a transaction; inside one use `tx.enqueue`. */
export async function enqueue<S extends z.ZodType>(
  db: Db,
  kind: JobKind<S>,
  data: z.input<S>,
  options?: EnqueueOptions,
): Promise<void> {
  const queue = queueOf(db)
  const job = prepareJob(kind, data, options)
  await queue.insert(db, job)
  queue.wake(job)
}

/** What a worker does with the jobs of one kind. */
export type JobHandler = {
  kind: JobKind
  run: (data: unknown) => Promise<void>
  /** runs by itself this often (cron, UTC), with empty data */
  cron?: string
}

/** Ties a handler to its kind; data are parsed again when they come out of the database. */
export function handleJob<S extends z.ZodType>(
  kind: JobKind<S>,
  run: (data: z.output<S>) => Promise<void>,
  cron?: string,
): JobHandler {
  return { kind, run: (data) => run(kind.data.parse(data)), ...(cron && { cron }) }
}

/** Data of jobs that need none. */
export const noData = z.object({}).catch({})
