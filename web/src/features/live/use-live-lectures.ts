import { api as calls, events, type Lecture } from '@virtual-courses/contract'
import { useEffect, useMemo, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { whenIdle } from '#lib/connection/when-idle.ts'
import type { SessionTimes } from './live-offer.ts'

type Known = ReadonlyMap<string, SessionTimes>

const timesOf = ({ liveState, isLive, liveStartTime }: SessionTimes): SessionTimes => ({
  liveState,
  isLive,
  liveStartTime,
})

/**
 * Returns a course's lectures with the current state of their sessions, updated by events while the page is open.
 * `listens` is false for users who may not attend. The connection is opened when the page is idle.
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
      import('#lib/connection/live-connection.ts').then(
        ({ openLiveConnection }) => {
          if (left) return
          const live = openLiveConnection()
          close = live.close
          live.on(events.live.changed, (change) => {
            if (change.courseId === courseId) add([[change.lectureId, timesOf(change)]])
          })
          // the document is older than the connection, and events are lost while there is none
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
    }, 2000)
    return () => {
      left = true
      stop()
      close?.()
    }
  }, [courseId, lectures, listens])
  return useMemo(
    // events before the lectures were read again are older than these
    () => (changes.of === lectures ? lectures.map((one) => ({ ...one, ...changes.known.get(one._id) })) : lectures),
    [changes, lectures],
  )
}
