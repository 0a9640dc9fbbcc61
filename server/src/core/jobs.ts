import { z } from 'zod'
import type { Executor } from './transact.ts'

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

/** Puts a job row down with the given executor: inside a transaction it exists only if that commits. */
export type Enqueue = <S extends z.ZodType>(
  on: Executor,
  kind: JobKind<S>,
  data: z.input<S>,
  options?: EnqueueOptions,
) => Promise<void>

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
