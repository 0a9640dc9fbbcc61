import type { Lecture } from '@virtual-courses/contract'
import { Radio, VideoOff } from 'lucide-react'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'

/** What is special about a lecture: its session, its video, its preview. */
export function LectureBadges({ lecture }: { lecture: Lecture }) {
  const { liveState, liveStartTime } = lecture
  return (
    <>
      {liveState === 'scheduled' && (
        <Badge tone="primary" icon={<Radio aria-hidden="true" />}>
          Live {liveStartTime && <ReaderTime iso={liveStartTime} look="dateTime" />}
        </Badge>
      )}
      {liveState === 'live' && (
        <Badge tone="danger" icon={<Radio aria-hidden="true" />}>
          Live now
        </Badge>
      )}
      {liveState === 'ended' && <Badge>Live session ended</Badge>}
      {!lecture.videoUrl && liveState === 'none' && (
        <Badge tone="accent" icon={<VideoOff aria-hidden="true" />}>
          No video yet
        </Badge>
      )}
      {lecture.isPreviewFree && <Badge tone="success">Free preview</Badge>}
    </>
  )
}
