import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useWaitingCount } from '#lib/use-waiting-count.ts'

/** Number of answers that wait for the educator, up to 100. */
export const useWaitingAnswers = (shown: boolean): number =>
  useWaitingCount(shown, async (signal) => (await browserApi(calls.assignments.waiting, { signal })).count)
