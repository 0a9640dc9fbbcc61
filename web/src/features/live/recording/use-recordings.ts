import { useLingui } from '@lingui/react/macro'
import { type Chapter, api as calls, type Recording } from '@virtual-courses/contract'
import { useCallback, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { whenIdle } from '#lib/connection/when-idle.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

export type RecordingChange = 'retry' | 'remove'

/** What becomes of a draft that its lecture uses: the reason why there are no captions, null where all is well. */
export type Used = { captionsProblem: string | null }

/** Time between two looks at recordings that change by themselves, in milliseconds. */
const lookAgainMs = 5000

/** Recordings of an own lecture, kept up to date while one of them runs or its video is made. */
export function useRecordings(lectureId: string) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const [recordings, setRecordings] = useState<readonly Recording[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const read = useCallback(async (): Promise<readonly Recording[]> => {
    try {
      const reply = await browserApi(calls.recordings.list, { params: { lectureId } })
      setRecordings(reply.recordings)
      setFailure(null)
      return reply.recordings
    } catch (error) {
      setFailure(error)
      return []
    }
  }, [lectureId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server words is read again in another language
  useEffect(() => whenIdle(() => void read(), 2000), [read, locale])
  const changes = recordings.some(({ state }) => state === 'recording' || state === 'mixing')
  useEffect(() => {
    if (!changes) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read()
    }, lookAgainMs)
    return () => clearInterval(timer)
  }, [changes, read])

  /**
   * Shows the recording as it is after a call; says what went wrong. Returns the reply, null where it failed. `found` makes the result of
   * the recordings that are read again, where the call was done and only its reply was lost.
   */
  const take = useCallback(
    async <T extends { recording: Recording }, R = never>(
      call: Promise<T>,
      found?: (now: readonly Recording[]) => R | null,
    ): Promise<T | R | null> => {
      try {
        const reply = await call
        const { recording } = reply
        setRecordings((before) => before.map((one) => (one._id === recording._id ? recording : one)))
        return reply
      } catch (error) {
        const done = found?.(await read()) ?? null
        if (done === null) toast.error(failureOf(error, t`The recording could not be changed`))
        if (!found) await read()
        return done
      }
    },
    [read, t],
  )
  const change = (recordingId: string, what: RecordingChange): Promise<unknown> =>
    take(browserApi(calls.recordings[what], { params: { recordingId } }))
  /** Makes a draft the video of the lecture; `captions` is the language in which they are made, null for none. */
  const use = (recordingId: string, captions: string | null): Promise<Used | null> =>
    take(
      browserApi(calls.recordings.use, { params: { recordingId }, body: { ...(captions && { captions }) } }),
      // it was offered for a draft that was not used
      (now) =>
        now.some(({ _id, usedAt }) => _id === recordingId && usedAt !== null) ? { captionsProblem: null } : null,
    )
  /** Returns chapters that are drafted from the chat; null when there are none, which is said. */
  const draftChapters = useCallback(
    async (recordingId: string): Promise<readonly Chapter[] | null> => {
      try {
        const { chapters } = await browserApi(calls.recordings.chapters, { params: { recordingId } })
        if (chapters.length > 0) {
          toast.success(t`The chapters are filled in below. Look at them, then save them.`)
          return chapters
        }
        toast.error(t`The hosts wrote nothing in the chat of this recording that could be a chapter`)
      } catch (error) {
        toast.error(failureOf(error, t`The chapters could not be drafted`))
      }
      return null
    },
    [t],
  )
  return { recordings, failure, read, change, use, draftChapters }
}
