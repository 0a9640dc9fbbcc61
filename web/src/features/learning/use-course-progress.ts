import type { api as calls, ReplyOf } from '@virtual-courses/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { messageOfError } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'
import { createProgressStore, type ProgressStore, type ProgressView } from './progress-store.ts'
import { reportTick } from './report.ts'

type Progress = ReplyOf<typeof calls.learning.course>

export type CourseLearning = ProgressView & Pick<ProgressStore, 'tick' | 'learn'>

/** The viewer's progress in a course: as it came with the page, and what he has done since. */
export function useCourseProgress(progress: Progress): CourseLearning {
  const store = useMemo(
    () =>
      createProgressStore({
        lectures: progress.lectures,
        sendTick: reportTick,
        onRolledBack: (error) => toast.error(messageOfError(error, 'The tick could not be saved. Please try again.')),
      }),
    [progress],
  )
  const view = useSyncExternalStore(store.subscribe, store.read, store.read)
  return { ...view, tick: store.tick, learn: store.learn }
}
