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
        <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {`Qualities: ${qualities(heights)}`}
        </Badge>
      )}
      {state === 'waiting' && (
        <Badge icon={<Clock aria-hidden="true" />}>
          {place === null ? 'Video waits to be prepared' : `Video waits to be prepared: number ${place} in line`}
        </Badge>
      )}
      {state === 'running' && <Progress label="Preparing the video" value={percent} className="w-full max-w-64" />}
      {state === 'failed' && (
        <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
          Video not prepared
        </Badge>
      )}
      {(state === 'canceled' || state === 'none') && (
        <Badge icon={<Video aria-hidden="true" />}>One quality, as uploaded</Badge>
      )}
      {state !== 'ready' && (
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          icon={
            waits ? <X aria-hidden="true" className="size-4" /> : <RotateCcw aria-hidden="true" className="size-4" />
          }
          aria-label={`${waits ? 'Stop preparing' : state === 'none' ? 'Prepare' : 'Try again to prepare'} the video of ${isolate(title)}`}
          onClick={() => void change()}
        >
          {waits ? 'Stop' : state === 'none' ? 'Prepare' : 'Try again'}
        </Button>
      )}
      {problem !== null && (
        <p className="w-full text-danger">{state === 'waiting' ? `${problem} It is tried again.` : problem}</p>
      )}
    </div>
  )
}

/** Says, where it is so, that videos get no qualities on this site. */
export function NoStreamsNote({ makesStreams }: Pick<VideoStatuses, 'makesStreams'>) {
  if (makesStreams !== false) return null
  return (
    <p className="mt-3 text-sm text-muted">
      Videos play in one quality, as they were uploaded: the server has no ffmpeg to prepare others. Ask the people who
      run this site to install it.
    </p>
  )
}
