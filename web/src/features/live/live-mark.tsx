import type { Lecture } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'

/** How a lecture's session stands, in lists. Nothing for lectures without one. */
export function LiveMark({ lecture: { liveState, liveStartTime } }: { lecture: Lecture }) {
  if (liveState === 'live') {
    return (
      <Badge tone="danger" dot>
        Live now
      </Badge>
    )
  }
  if (liveState !== 'scheduled' || liveStartTime === null) return null
  return (
    <Badge tone="primary">
      Live <ReaderTime iso={liveStartTime} look="dateTime" />
    </Badge>
  )
}
