import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type VideoStatus } from '@virtual-courses/contract'
import { CircleAlert, CircleCheck, Clock, RotateCcw, Video, X } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import type { VideoStatuses } from './use-video-status.ts'

type Props = {
  /** undefined until it is known */
  status: VideoStatus | undefined
  /** of the lecture, for the names of the buttons */
  title: string
  videos: Pick<VideoStatuses, 'change' | 'makesStreams'>
}

const qualities = (heights: readonly number[]): string => heights.map((height) => `${height}p`).join(', ')

/** What became of the video of a lecture, with a button that cancels the work or asks for it again. */
export function VideoState({ status, title, videos }: Props) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  if (!status) return null
  const { state, percent, place, problem, heights } = status
  const waits = state === 'waiting' || state === 'running'
  if (!videos.makesStreams && !waits && state !== 'ready') return null

  async function change() {
    setBusy(true)
    await videos.change(status?.lectureId ?? '', waits ? 'cancel' : 'retry')
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      {state === 'ready' && (
        <Badge className="whitespace-normal!" tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {t`Qualities: ${{ heights: qualities(heights) }}`}
        </Badge>
      )}
      {state === 'waiting' && (
        <Badge className="whitespace-normal!" icon={<Clock aria-hidden="true" />}>
          {place === null ? t`Video waits to be prepared` : t`Video waits to be prepared: number ${place} in line`}
        </Badge>
      )}
      {state === 'running' && <Progress label={t`Preparing the video`} value={percent} className="w-full max-w-64" />}
      {state === 'failed' && (
        <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
          <Trans>Video not prepared</Trans>
        </Badge>
      )}
      {(state === 'canceled' || state === 'none') && (
        <Badge icon={<Video aria-hidden="true" />}>
          <Trans>One quality, as uploaded</Trans>
        </Badge>
      )}
      {state !== 'ready' && (
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          icon={
            waits ? <X aria-hidden="true" className="size-4" /> : <RotateCcw aria-hidden="true" className="size-4" />
          }
          aria-label={
            waits
              ? t`Stop preparing the video of ${{ title: isolate(title) }}`
              : state === 'none'
                ? t`Prepare the video of ${{ title: isolate(title) }}`
                : t`Try again to prepare the video of ${{ title: isolate(title) }}`
          }
          onClick={() => void change()}
        >
          {waits ? t`Stop` : state === 'none' ? t`Prepare` : t`Try again`}
        </Button>
      )}
      {problem !== null && (
        <p className="w-full text-danger">{state === 'waiting' ? t`${problem} It is tried again.` : problem}</p>
      )}
    </div>
  )
}

/** Says, where it is so, that videos get no qualities on this site. */
export function NoStreamsNote({ makesStreams }: Pick<VideoStatuses, 'makesStreams'>) {
  if (makesStreams !== false) return null
  return (
    <p className="mt-3 text-sm text-muted">
      <Trans>
        Videos play in one quality, as they were uploaded: the server has no ffmpeg to prepare others. Ask the people
        who run this site to install it.
      </Trans>
    </p>
  )
}
