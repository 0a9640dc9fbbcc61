import { useLingui } from '@lingui/react/macro'
import { api as calls, type LiveSession } from '@virtual-courses/contract'
import { Circle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'

/** Time between two looks at a session that may be recorded, in milliseconds. */
const lookAgainMs = 10_000

/** Before the room: who comes now knows that the session is recorded, also when that begins while they are here. */
export function RecordingNotice({ session }: { session: LiveSession }) {
  const { t } = useLingui()
  const [recording, setRecording] = useState(session.recording)
  const { lectureId, canRecord, liveState } = session
  const looks = canRecord && liveState === 'live'
  useEffect(() => {
    if (!looks) return
    let left = false
    const look = () =>
      document.visibilityState === 'visible' &&
      void browserApi(calls.live.session, { params: { lectureId } }).then(
        (now) => left || setRecording(now.recording),
        console.warn,
      )
    look()
    const timer = setInterval(look, lookAgainMs)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [looks, lectureId])
  return (
    <div aria-live="polite" className="empty:hidden">
      {recording && (
        <p className="flex items-start gap-2 rounded-md bg-danger-soft px-4 py-3 text-on-danger-soft">
          <Circle aria-hidden="true" className="mt-1 size-4 shrink-0 fill-current" />
          <span>
            {t`This session is being recorded: sound, camera and screen of all who send. Join without microphone and camera to only listen and chat.`}
          </span>
        </p>
      )}
    </div>
  )
}
