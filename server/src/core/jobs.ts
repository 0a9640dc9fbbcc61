import { z } from 'zod'
import type { Db, Executor } from './executor.ts'

/** A kind of job: its name, the schema of its data and how often a failed job is retried. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string
  data: S
  /** attempts after the first one */
  retries: number
  /** seconds before the first retry; doubled each time */
  retrySeconds: number
}

/** Declares a kind of job. Jobs may run more than once: handlers must be idempotent. */
export function defineJob<const S extends z.ZodType>(kind: JobKind<S>): JobKind<S> {
  return kind
}

export type EnqueueOptions = {
  /** seconds before which the job does not start */
  delaySeconds?: number
}

/** A job with data that its schema has parsed. */
export type Job = { kind: JobKind; data: object; delaySeconds: number | undefined }

/** The job queue of a database. */
export type JobQueue = {
  /** Inserts a job with the given executor; inside a transaction the job exists only after the commit. */
  insert(on: Executor, job: Job): Promise<void>
  /** Makes a worker of this process fetch the job at once. */
  wake(job: Job): void
}

const queues = new WeakMap<Db, JobQueue>()

/** Sets the queue of a database, which `tx.enqueue` and `enqueue` write to. */
export function attachQueue(db: Db, queue: JobQueue): void {
  queues.set(db, queue)
}

export function queueOf(db: Db): JobQueue {
  const queue = queues.get(db)
  if (!queue) throw new Error('No job queue is open on this database')
  return queue
}

/** Returns a job. Throws when `data` does not match the schema of the kind. */
export const prepareJob = <S extends z.ZodType>(
  kind: JobKind<S>,
  data: z.input<S>,
  { delaySeconds }: EnqueueOptions = {},
): Job => ({ kind, data: kind.data.parse(data) as object, delaySeconds }) // job data are objects

/** Inserts a job outside of a transaction; inside one use `tx.enqueue`. */
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

/** The handler of one kind of job. */
export type JobHandler = {
  kind: JobKind
  run: (data: unknown) => Promise<void>
  /** schedule (cron, UTC) on which the job also runs by itself, with empty data */
  cron?: string
}

/** Binds a handler to its kind; data from the database is parsed again. */
export function handleJob<S extends z.ZodType>(
  kind: JobKind<S>,
  run: (data: z.output<S>) => Promise<void>,
  cron?: string,
): JobHandler {
  return { kind, run: (data) => run(kind.data.parse(data)), ...(cron && { cron }) }
}

/** Schema of jobs without data. */
export const noData = z.object({}).catch({})
