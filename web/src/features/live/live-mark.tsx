import type { Lecture } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'

/** How a lecture's session stands, in lists. Nothing for lectures without one. */
export function LiveMark({ lecture: { liveState, liveStartTime } }: { lecture: Lecture }) {
  if (liveState === 'live') {
    return (
      <Badge tone="danger" dot className="mt-1">
        Live now
      </Badge>
    )
  }
  if (liveState !== 'scheduled' || liveStartTime === null) return null
  return (
    <Badge tone="accent" className="mt-1">
      Live <ReaderTime iso={liveStartTime} look="dateTime" />
    </Badge>
  )
}
