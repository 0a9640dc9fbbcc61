import { api as calls } from '@virtual-courses/contract'
import { useSyncExternalStore } from 'react'
import { browserApi } from '#lib/api.ts'
import { createStore } from '#lib/create-store.ts'
import { useWaitingCount } from '#lib/use-waiting-count.ts'

/** how often questions were answered in this document */
const answered = createStore(0)

/** Has the number that is shown read again. */
export const countWaitingAgain = (): void => answered.write(answered.read() + 1)

/** Number of questions that wait for the educator, up to 99. */
export function useWaitingQuestions(shown: boolean): number {
  const changed = useSyncExternalStore(answered.subscribe, answered.read, () => 0)
  const read = async (signal: AbortSignal) => (await browserApi(calls.questions.waiting, { signal })).waiting
  return useWaitingCount(shown, read, changed)
}
