import { ApiError, api as calls, type LectureProgress, type WatchedReport } from '@virtual-courses/contract'
import { keepaliveApi } from '#lib/connection/keepalive-api.ts'
import type { Position } from './position-reporter.ts'

const toHundredths = (value: number): number => Math.round(value * 100) / 100

/** Saves the position in a lecture. Throws `ApiError`. */
export const reportPosition = (lectureId: string, { seconds, duration }: Position): Promise<LectureProgress> =>
  keepaliveApi(calls.learning.report, {
    params: { lectureId },
    body: { seconds: toHundredths(seconds), ...(duration !== null && { duration: toHundredths(duration) }) },
  })

/** Reports which parts of a video were watched; resolves to the lecture where that completed it. Throws `ApiError`. */
export const reportWatched = async (lectureId: string, report: WatchedReport): Promise<LectureProgress | undefined> =>
  (await keepaliveApi(calls.learning.watched, { params: { lectureId }, body: report })).completed

/** Sets or clears the tick of a lecture. Throws `ApiError`. */
export const reportTick = (lectureId: string, completed: boolean): Promise<LectureProgress> =>
  keepaliveApi(calls.learning.report, { params: { lectureId }, body: { completed } })

/** Decides about a failed report: the session may begin again, a busy or unreachable server comes back, other errors are final. */
export function judgeFailure(error: unknown): 'retry' | 'stop' | 'drop' {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500) return 'retry'
  return error.status === 401 ? 'stop' : 'drop'
}
