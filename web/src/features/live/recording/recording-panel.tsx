import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type LiveSession } from '@virtual-courses/contract'
import { Circle, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatClock } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Running = { startedAt: string } | null

/** Seconds since a moment, counted by the second; null on the server. */
function useSeconds(since: string | undefined): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (since === undefined) return
    const count = () => setNow(Date.now())
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [since])
  return since === undefined || now === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1000))
}

/** The sign that a session is recorded, for everyone, and on a phone held sideways too. Screen readers hear its begin and end. */
export function RecordingSign({ recording }: { recording: Running }) {
  const { t } = useLingui()
  const seconds = useSeconds(recording?.startedAt)
  const was = useRef(false)
  useEffect(() => {
    if (recording) was.current = true
  }, [recording])
  return (
    <>
      <span role="status" className="sr-only">
        {recording ? t`This session is being recorded` : was.current ? t`The recording has ended` : ''}
      </span>
      {recording && (
        <span data-recording className="inline-flex full-room:fixed full-room:start-3 full-room:top-3 full-room:z-50">
          <Badge tone="danger" icon={<Circle aria-hidden="true" className="animate-pulse fill-current" />}>
            <Trans>Recording</Trans>
            {seconds !== null && (
              <span aria-hidden="true" className="tabular">
                {formatClock(seconds)}
              </span>
            )}
          </Badge>
        </span>
      )}
    </>
  )
}

/** Tells everyone in the room what a recording means for them, until they have read it. */
export function RecordingNote({ recording, sends }: { recording: Running; sends: boolean }) {
  const { t } = useLingui()
  const [read, setRead] = useState<string | null>(null)
  if (!recording || read === recording.startedAt) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-soft px-4 py-2.5 text-on-danger-soft">
      <p className="min-w-0 flex-1 basis-72">
        {sends
          ? t`This session is being recorded: sound, camera and screen of all who send. Who does not want to be in the video switches microphone and camera off and can still listen and chat.`
          : t`This session is being recorded: sound, camera and screen of all who send. You only listen, so you are not in the video.`}
      </p>
      <Button size="sm" variant="secondary" onClick={() => setRead(recording.startedAt)}>
        <Trans>Understood</Trans>
      </Button>
    </div>
  )
}

type ButtonProps = { session: Pick<LiveSession, 'lectureId' | 'canRecord'>; recording: Running }

/** Starts and stops the recording, for hosts, after a confirmation. Renders nothing where the site cannot record. */
export function RecordButton({ session: { lectureId, canRecord }, recording }: ButtonProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!canRecord) return null
  const call = recording ? calls.recordings.stop : calls.recordings.start

  async function change() {
    setAsking(false)
    setBusy(true)
    try {
      await browserApi(call, { params: { lectureId } })
      if (recording)
        toast.success(t`The recording has ended. Its video appears on the page of the lecture in the studio.`)
    } catch (error) {
      toast.error(failureOf(error, t`The recording could not be changed`))
    }
    setBusy(false)
  }

  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        busy={busy}
        icon={
          recording ? (
            <Square aria-hidden="true" className="size-4" />
          ) : (
            <Circle aria-hidden="true" className="size-4 fill-danger text-danger" />
          )
        }
        onClick={() => setAsking(true)}
      >
        {recording ? t`Stop recording` : t({ message: 'Record', context: 'live room' })}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={recording ? t`Stop the recording?` : t`Record this session?`}
        text={
          recording
            ? t`A video is made of it, which only you see until you use it. You can record again; that becomes another video.`
            : t`Everyone in the room is told, and who comes later is told before. Sound, camera and screen of all who send are recorded, the chat is not. Ask for the consent of those who speak.`
        }
        confirmLabel={recording ? t`Stop recording` : t`Start recording`}
        onConfirm={() => void change()}
      />
    </>
  )
}
