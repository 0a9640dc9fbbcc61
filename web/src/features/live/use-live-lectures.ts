import { api as calls, events, type Lecture } from '@virtual-courses/contract'
import { useEffect, useMemo, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { whenIdle } from '#lib/when-idle.ts'
import type { SessionTimes } from './live-offer.ts'

type Known = ReadonlyMap<string, SessionTimes>

const timesOf = ({ liveState, isLive, liveStartTime }: SessionTimes): SessionTimes => ({
  liveState,
  isLive,
  liveStartTime,
})

/**
 * A course's lectures with their sessions as they stand at this moment: the server tells of every change while the page is
 * open. `listens` is false for who may not attend. The line is fetched when the page is quiet.
 */
export function useLiveLectures(courseId: string, lectures: readonly Lecture[], listens: boolean): readonly Lecture[] {
  const [changes, setChanges] = useState<{ of: readonly Lecture[]; known: Known }>({ of: lectures, known: new Map() })
  useEffect(() => {
    if (!listens) return
    let close: (() => void) | undefined
    let left = false
    const add = (entries: Iterable<[string, SessionTimes]>) => {
      if (!left) setChanges(({ known }) => ({ of: lectures, known: new Map([...known, ...entries]) }))
    }
    const stop = whenIdle(() => {
      import('#lib/live.ts').then(
        ({ openLive }) => {
          if (left) return
          const live = openLive()
          close = live.close
          live.on(events.live.changed, (change) => {
            if (change.courseId === courseId) add([[change.lectureId, timesOf(change)]])
          })
          // the document is older than the line, and a line that was broken has heard nothing
          live.onConnect(() => {
            browserApi(calls.lectures.list, { params: { courseId } }).then(
              (now) => add(now.lectures.map((lecture) => [lecture._id, timesOf(lecture)])),
              console.warn,
            )
          })
        },
        // offline: the next document brings what is new
        () => {},
      )
    })
    return () => {
      left = true
      stop()
      close?.()
    }
  }, [courseId, lectures, listens])
  return useMemo(
    // what was heard before the lectures were read anew is older than they are
    () => (changes.of === lectures ? lectures.map((one) => ({ ...one, ...changes.known.get(one._id) })) : lectures),
    [changes, lectures],
  )
}
