import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, fitsToday, type Recording, type Transcribing } from '@virtual-courses/contract'
import { CircleCheck } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { Used } from './use-recordings.ts'

type Service = NonNullable<Transcribing['service']>

/** Whether captions are made of a video of so many seconds, and in which language; null for none. */
export type CaptionsChoice = ComponentType<{
  service: Service
  seconds: number
  language: string | null
  onChange: (language: string | null) => void
}>

type Props = {
  recording: Recording
  lectureId: string
  /** the lecture has a video already, which this one would replace */
  hasVideo: boolean
  Captions: CaptionsChoice
  /** Makes the draft the video of the lecture; null where that failed, which is said. */
  use: (captions: string | null) => Promise<Used | null>
  /** Called when the lecture has another video. */
  onUsed: () => void
}

/** Makes the draft of a recording the video of its lecture; asks first where a video is lost, or captions can be made. */
export function DraftButton({ recording, lectureId, hasVideo, Captions, use, onUsed }: Props) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [service, setService] = useState<Service | null>(null)
  const [language, setLanguage] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const seconds = recording.seconds ?? 0

  async function run(captions: string | null) {
    setAsking(false)
    setBusy(true)
    const used = await use(captions)
    setBusy(false)
    if (used?.captionsProblem) setProblem(used.captionsProblem)
    else if (used) onUsed()
  }

  async function ask() {
    setBusy(true)
    // without an answer the captions can be started later
    const offered = await browserApi(calls.transcriptions.read, { params: { lectureId } }).then(
      (made) => made.service,
      () => null,
    )
    setBusy(false)
    if (!offered && !hasVideo) return run(null)
    setService(offered)
    setLanguage(offered && fitsToday(offered, seconds) ? 'en' : null)
    setAsking(true)
  }

  if (problem !== null)
    return (
      <div role="alert" className="basis-full">
        <Notice tone="warning">
          <p>{t`The lecture has its video now. Its captions were not started: ${problem}`}</p>
          {/* in place of the button that had the focus */}
          <Button autoFocus variant="secondary" size="sm" className="mt-3" onClick={onUsed}>
            <Trans>Load the page again</Trans>
          </Button>
        </Notice>
      </div>
    )
  if (recording.usedAt !== null) return null
  return (
    <>
      <Button busy={busy} icon={<CircleCheck aria-hidden="true" className="size-4" />} onClick={() => void ask()}>
        <Trans>Use as the lecture's video</Trans>
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={hasVideo ? t`Replace the lecture's video?` : t`Use as the lecture's video`}
        text={
          hasVideo
            ? t`The recording takes the place of the video that the lecture has. Captions and chapters of that video are deleted.`
            : undefined
        }
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant={hasVideo ? 'danger' : 'primary'} onClick={() => void run(language)}>
              {hasVideo ? t`Replace` : t`Use`}
            </Button>
          </>
        }
      >
        {service && <Captions service={service} seconds={seconds} language={language} onChange={setLanguage} />}
      </Dialog>
    </>
  )
}
