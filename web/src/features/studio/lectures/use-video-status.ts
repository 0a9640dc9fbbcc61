import { useLingui } from '@lingui/react/macro'
import { api as calls, events, type VideoStatus } from '@virtual-courses/contract'
import { useCallback, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { whenIdle } from '#lib/connection/when-idle.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

export type VideoStatuses = {
  /** null until it is known */
  makesStreams: boolean | null
  /** by lecture */
  known: ReadonlyMap<string, VideoStatus>
  /** Queues a video again, or removes it from the queue; says what went wrong. */
  change(lectureId: string, change: 'retry' | 'cancel'): Promise<void>
}

const none: Omit<VideoStatuses, 'change'> = { makesStreams: null, known: new Map() }

/** What became of the videos of an own course, kept up to date while the page is open. */
export function useVideoStatus(courseId: string): VideoStatuses {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const [state, setState] = useState(none)
  const add = useCallback(
    (video: VideoStatus) =>
      setState(({ makesStreams, known }) => ({ makesStreams, known: new Map(known).set(video.lectureId, video) })),
    [],
  )
  const read = useCallback(
    () =>
      browserApi(calls.videos.list, { params: { courseId } }).then(
        ({ makesStreams, videos }) =>
          setState({ makesStreams, known: new Map(videos.map((one) => [one.lectureId, one])) }),
        // without it the page works, and the next connection reads it
        console.warn,
      ),
    [courseId],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server words is read again in another language
  useEffect(() => {
    setState(none)
    let close: (() => void) | undefined
    let left = false
    const stop = whenIdle(() => {
      void read()
      import('#lib/connection/live-connection.ts').then(
        ({ openLiveConnection }) => {
          if (left) return
          const live = openLiveConnection()
          close = live.close
          live.on(events.videos.changed, (video) => {
            if (video.courseId !== courseId) return
            // a problem is worded for the account; the list is in the language of the page
            if (video.problem === null) add(video)
            // places in the queue are in the list alone
            if (video.state !== 'running' || video.problem !== null) void read()
          })
          live.onConnect(() => void read())
        },
        () => {},
      )
    }, 2000)
    return () => {
      left = true
      stop()
      close?.()
    }
  }, [courseId, locale, add, read])

  const change: VideoStatuses['change'] = useCallback(
    async (lectureId, what) => {
      try {
        add(await browserApi(calls.videos[what], { params: { lectureId } }))
      } catch (error) {
        toast.error(failureOf(error, t`The video could not be changed`))
        await read()
      }
    },
    [add, read, t],
  )
  return { ...state, change }
}
