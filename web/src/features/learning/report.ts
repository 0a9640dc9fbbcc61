import { ApiError, api as calls, createClient, type LectureProgress } from '@virtual-courses/contract'
import type { Position } from './position-reporter.ts'

/** Reports outlive the page that sends them: the last one goes out while it is being left. */
const lasting = createClient((path, init) => fetch(path, { ...init, credentials: 'include', keepalive: true }))

const toHundredths = (value: number): number => Math.round(value * 100) / 100

/** Tells the server where the viewer is in a lecture. Throws `ApiError`. */
export const reportPosition = (lectureId: string, { seconds, duration }: Position): Promise<LectureProgress> =>
  lasting(calls.learning.report, {
    params: { lectureId },
    body: { seconds: toHundredths(seconds), ...(duration !== null && { duration: toHundredths(duration) }) },
  })

/** Sets or takes away the tick of a lecture. Throws `ApiError`. */
export const reportTick = (lectureId: string, completed: boolean): Promise<LectureProgress> =>
  lasting(calls.learning.report, { params: { lectureId }, body: { completed } })

/** A session that ended may begin again, a server that is busy or out of reach comes back; other refusals stand. */
export function judgeFailure(error: unknown): 'retry' | 'stop' | 'forget' {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500) return 'retry'
  return error.status === 401 ? 'stop' : 'forget'
}
