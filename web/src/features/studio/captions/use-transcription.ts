import { api as calls, type Lecture, type Transcribing } from '@virtual-courses/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'

const pollMs = 3000

/** Whether captions are being made now. */
export const isOpen = (made: Transcribing | null): boolean =>
  made?.transcription?.state === 'waiting' || made?.transcription?.state === 'running'

export type TranscriptionOf = {
  /** null until it is known */
  made: Transcribing | null
  /** Takes the reply of a call as what is known now. */
  take(reply: Transcribing): void
}

/** Captions that a machine makes of a lecture's video: what the site offers, and how far it is, read again while it works. */
export function useTranscription(lectureId: string, onLecture: (lecture: Lecture) => void): TranscriptionOf {
  const [made, setMade] = useState<Transcribing | null>(null)
  const working = isOpen(made)
  const wasWorking = useRef(false)
  const latestOnLecture = useRef(onLecture)
  latestOnLecture.current = onLecture

  const take = useCallback((reply: Transcribing) => {
    setMade(reply)
    const open = isOpen(reply)
    if (wasWorking.current && !open) latestOnLecture.current(reply.lecture)
    wasWorking.current = open
  }, [])

  useEffect(() => {
    let left = false
    const read = () =>
      browserApi(calls.transcriptions.read, { params: { lectureId } }).then(
        (reply) => !left && take(reply),
        // without it captions are added from files; while work is under way the next question succeeds
        console.warn,
      )
    if (!working) void read()
    const timer = working ? setInterval(() => document.visibilityState === 'visible' && void read(), pollMs) : undefined
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [lectureId, working, take])
  return { made, take }
}
