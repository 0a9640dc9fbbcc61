import { t } from '@lingui/core/macro'
import {
  type Completion,
  api as calls,
  type EntryState,
  type LectureProgress,
  type ReplyOf,
} from '@virtual-courses/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { browserApi } from '#lib/api.ts'
import { createStore, type Store } from '#lib/create-store.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { reportTick } from './report.ts'

type Progress = ReplyOf<typeof calls.learning.course>

export type CourseLearning = ProgressView & Pick<ProgressStore, 'tick' | 'learn' | 'refresh'>

/** The current user's progress in a course: the data of the page, and the changes since. */
export function useCourseProgress(progress: Progress): CourseLearning {
  const store = useMemo(
    () =>
      createProgressStore({
        lectures: progress.lectures,
        sendTick: reportTick,
        completion: progress.completion,
        entries: progress.entries,
        load: () => browserApi(calls.learning.course, { params: { courseId: progress.courseId } }),
        onRolledBack: (error) => toast.error(failureOf(error, t`The tick could not be saved. Please try again.`)),
      }),
    [progress],
  )
  const view = useSyncExternalStore(store.subscribe, store.read, store.read)
  return { ...view, tick: store.tick, learn: store.learn, refresh: store.refresh }
}

type Known = ReadonlyMap<string, LectureProgress>

export type ProgressView = {
  /** ids of the ticked lectures, pending ticks included */
  completed: ReadonlySet<string>
  /** as saved on the server */
  known: Known
  completion: Completion
  /** what each lecture asks for, by its id */
  entries: ReadonlyMap<string, EntryState>
}

type Loaded = { lectures: readonly LectureProgress[]; completion: Completion; entries: readonly EntryState[] }

type Options = Loaded & {
  /** Sets or clears a tick; rejects on an error. */
  sendTick(lectureId: string, completed: boolean): Promise<LectureProgress>
  /** Reads the progress from the server; rejects on an error. */
  load(): Promise<Loaded>
  /** A tick was taken back because of this error. */
  onRolledBack(error: unknown): void
}

export type ProgressStore = Pick<Store<ProgressView>, 'read' | 'subscribe'> & {
  /** Takes the reply of a report. */
  learn(progress: LectureProgress): void
  /** Reads what other devices have reported since, and returns what is known then. Rejects on an error. */
  refresh(): Promise<ProgressView['known']>
  /** Shows a tick at once and saves it; takes it back on an error. */
  tick(lectureId: string, completed: boolean): void
}

/**
 * The current user's progress in the lectures of a course, as the page shows it. Ticks are sent one after another, the last
 * one last; outdated replies change nothing.
 */
export function createProgressStore({ lectures, sendTick, load, onRolledBack, ...first }: Options): ProgressStore {
  const known = new Map(lectures.map((progress) => [progress.lectureId, progress]))
  const pending = new Map<string, boolean>()
  const sending = new Set<string>()
  let course = { completion: first.completion, entries: first.entries }
  const store = createStore(view())

  function view(): ProgressView {
    const completed = new Set([...known.values()].filter((one) => one.completed).map(({ lectureId }) => lectureId))
    for (const [lectureId, tick] of pending) {
      if (tick) completed.add(lectureId)
      else completed.delete(lectureId)
    }
    const entries = new Map(course.entries.map((entry) => [entry.lectureId, entry]))
    return { completed, known: new Map(known), completion: course.completion, entries }
  }

  function learn(progress: LectureProgress): void {
    const before = known.get(progress.lectureId)
    // ISO instants of one zone: their order is that of their text
    if (before && before.updatedAt > progress.updatedAt) return
    known.set(progress.lectureId, progress)
    store.write(view())
    // what is still to do is for the server to say
    if ((before?.completed ?? false) !== progress.completed) void refresh().catch(() => {})
  }

  async function refresh(): Promise<Known> {
    const { lectures: fresh, ...rest } = await load()
    course = rest
    for (const progress of fresh) {
      const before = known.get(progress.lectureId)
      if (!before || before.updatedAt <= progress.updatedAt) known.set(progress.lectureId, progress)
    }
    store.write(view())
    return store.read().known
  }

  async function send(lectureId: string): Promise<void> {
    if (sending.has(lectureId)) return
    sending.add(lectureId)
    try {
      for (let tick = pending.get(lectureId); tick !== undefined; tick = pending.get(lectureId)) {
        const progress = await sendTick(lectureId, tick)
        if (pending.get(lectureId) === tick) pending.delete(lectureId)
        learn(progress)
      }
    } catch (error) {
      pending.delete(lectureId)
      store.write(view())
      onRolledBack(error)
    } finally {
      sending.delete(lectureId)
    }
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    learn,
    refresh,
    tick(lectureId, completed) {
      pending.set(lectureId, completed)
      store.write(view())
      void send(lectureId)
    },
  }
}
