import type { Lecture } from '@virtual-courses/contract'
import { GripVertical, PencilLine, Radio, VideoOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { cx } from '#ui/cx.ts'
import { MoveButtons } from './move-buttons.tsx'

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

type Props = {
  courseId: string
  lecture: Lecture
  /** counted from 0 */
  place: number
  count: number
  handle: ComponentProps<'span'>
  /** this one is dragged; another one is, and this one makes way by so many pixels */
  dragged: boolean
  way: number | null
  onMove: (to: number) => void
}

/** A lecture of the list: its handle, its name, and what can be done with it. */
export function LectureRow({ courseId, lecture, place, count, handle, dragged, way, onMove }: Props) {
  const number = place + 1
  return (
    <li
      data-lecture={lecture._id}
      style={way === null ? undefined : { transform: `translateY(${way}px)` }}
      className={cx(
        'flex items-start gap-x-2 border-line py-3 pr-4 not-last:border-b',
        count > 1 ? 'pl-1.5' : 'pl-5',
        dragged && 'relative z-10 rounded-md bg-surface shadow-lift ring-2 ring-primary',
        way !== null && 'transition-transform',
      )}
    >
      {count > 1 && (
        // Only for pointers: the buttons beside it do the same for everybody.
        <span
          {...handle}
          aria-hidden="true"
          title="Drag to change the order"
          className={cx(
            'grid h-11 w-9 shrink-0 touch-none place-items-center rounded-sm text-subtle select-none hover:bg-tint hover:text-ink',
            dragged ? 'cursor-grabbing' : 'cursor-grab',
          )}
        >
          <GripVertical className="size-5" />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 py-1">
        <div className="min-w-0 flex-1 basis-56">
          <p className="leading-snug font-medium wrap-anywhere">{`Lecture - ${number}: ${lecture.lectureTitle}`}</p>
          <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            <LectureBadges lecture={lecture} />
          </div>
        </div>
        <div className="flex items-center gap-2">
          {count > 1 && <MoveButtons title={lecture.lectureTitle} place={place} count={count} onMove={onMove} />}
          <ButtonLink
            to={paths.editLecture(courseId, lecture._id)}
            size="sm"
            variant="secondary"
            icon={<PencilLine aria-hidden="true" className="size-4" />}
            aria-label={`Edit lecture ${number}: ${lecture.lectureTitle}`}
          >
            Edit
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}
