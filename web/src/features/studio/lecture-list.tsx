import type { Lecture } from '@virtual-courses/contract'
import { PencilLine, Radio, VideoOff } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** What is special about a lecture: its session, its video, its preview. */
function LectureBadges({ lecture }: { lecture: Lecture }) {
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

/** The lectures of a course, in order, each with the way to edit it. */
export function LectureList({ courseId, lectures }: { courseId: string; lectures: readonly Lecture[] }) {
  if (lectures.length === 0) {
    return (
      <Card>
        <EmptyState title="No lectures yet" text="Create the first one here; then edit it to add its video." />
      </Card>
    )
  }
  return (
    <Card flush>
      <ol>
        {lectures.map((lecture, index) => (
          <li key={lecture._id} className="flex items-center gap-3 border-line py-3 pr-3 pl-5 not-last:border-b">
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-medium wrap-anywhere">{`Lecture - ${index + 1}: ${lecture.lectureTitle}`}</p>
              <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
                <LectureBadges lecture={lecture} />
              </div>
            </div>
            <ButtonLink
              to={paths.editLecture(courseId, lecture._id)}
              size="sm"
              variant="secondary"
              icon={<PencilLine aria-hidden="true" className="size-4" />}
              aria-label={`Edit lecture ${index + 1}: ${lecture.lectureTitle}`}
            >
              Edit
            </ButtonLink>
          </li>
        ))}
      </ol>
    </Card>
  )
}
