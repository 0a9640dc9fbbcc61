import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'

/** What the running code works on: a request, or a job that a request may have started. */
export type Work = {
  /** id of the request at the beginning of it, in logs and error replies */
  requestId?: string | undefined
  /** W3C trace context of its span */
  traceparent?: string | undefined
  /** kind of the running job */
  job?: string | undefined
}

const current = new AsyncLocalStorage<Work>()

/** Returns what the caller works on; undefined outside of requests and jobs. */
export const currentWork = (): Work | undefined => current.getStore()

/** Runs `run`, and everything that it starts, as a part of `work`. */
export const runAs = <T>(work: Work, run: () => T): T => current.run(work, run)

/** Fields of log lines that a job writes. Those of a request have its id from the logger of the request. */
export function workFields(): { reqId?: string | undefined; job?: string } {
  const work = current.getStore()
  return work?.job === undefined ? {} : { reqId: work.requestId, job: work.job }
}

/** Where a job comes from, beside its data. */
const Origin = z.object({ requestId: z.string().optional(), traceparent: z.string().optional() })
const originKey = '_origin'

/** Returns the data of a job with the work that enqueues it. */
export function withOrigin(data: object): object {
  const work = current.getStore()
  if (work === undefined) return data
  return { ...data, [originKey]: { requestId: work.requestId, traceparent: work.traceparent } }
}

/** Separates the data of a job from the work that has enqueued it. */
export function splitOrigin(stored: object): { data: object; origin: Work } {
  const { [originKey]: origin, ...data } = stored as Record<string, unknown> // data of jobs are objects
  const parsed = Origin.safeParse(origin)
  return { data, origin: parsed.success ? parsed.data : {} }
}
