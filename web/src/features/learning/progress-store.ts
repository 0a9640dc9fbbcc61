import type { LectureProgress } from '@virtual-courses/contract'
import { createStore, type Store } from '#lib/create-store.ts'

type Known = ReadonlyMap<string, LectureProgress>

export type ProgressView = {
  /** ids of the lectures that are ticked, or will be when the server has heard of it */
  completed: ReadonlySet<string>
  /** as the server knows it */
  known: Known
}

type Options = {
  lectures: readonly LectureProgress[]
  /** Sets or takes away a tick; rejects when that did not work. */
  sendTick(lectureId: string, completed: boolean): Promise<LectureProgress>
  /** A tick is back where it was, because of this. */
  onRolledBack(error: unknown): void
}

export type ProgressStore = Pick<Store<ProgressView>, 'read' | 'subscribe'> & {
  /** The server answered a report. */
  learn(progress: LectureProgress): void
  /** Shows a tick at once and tells the server; takes it back when that fails. */
  tick(lectureId: string, completed: boolean): void
}

/**
 * How far a viewer is in the lectures of a course, as the page shows it. Ticks are sent one after another, the last wish
 * last; answers that were overtaken change nothing.
 */
export function createProgressStore({ lectures, sendTick, onRolledBack }: Options): ProgressStore {
  const known = new Map(lectures.map((progress) => [progress.lectureId, progress]))
  const wishes = new Map<string, boolean>()
  const sending = new Set<string>()
  const store = createStore(view())

  function view(): ProgressView {
    const completed = new Set([...known.values()].filter((one) => one.completed).map(({ lectureId }) => lectureId))
    for (const [lectureId, wish] of wishes) {
      if (wish) completed.add(lectureId)
      else completed.delete(lectureId)
    }
    return { completed, known: new Map(known) }
  }

  function learn(progress: LectureProgress): void {
    const before = known.get(progress.lectureId)
    // ISO instants of one zone: their order is that of their text
    if (before && before.updatedAt > progress.updatedAt) return
    known.set(progress.lectureId, progress)
    store.write(view())
  }

  async function send(lectureId: string): Promise<void> {
    if (sending.has(lectureId)) return
    sending.add(lectureId)
    try {
      for (let wish = wishes.get(lectureId); wish !== undefined; wish = wishes.get(lectureId)) {
        const progress = await sendTick(lectureId, wish)
        if (wishes.get(lectureId) === wish) wishes.delete(lectureId)
        learn(progress)
      }
    } catch (error) {
      wishes.delete(lectureId)
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
    tick(lectureId, completed) {
      wishes.set(lectureId, completed)
      store.write(view())
      void send(lectureId)
    },
  }
}
