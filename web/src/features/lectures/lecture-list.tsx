import type { Lecture } from '@virtual-courses/contract'
import { CirclePlay, Lock, Volume2 } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '#ui/cx.ts'

type Props = {
  lectures: readonly Lecture[]
  /** id of the lecture that is shown */
  current: string | null
  /** false for lectures that this user may not watch (yet) */
  mayWatch: (lecture: Lecture) => boolean
}

/** The lectures beside the player. Each is an address of its own: reloading and going back keep the lecture. */
export function LectureList({ lectures, current, mayWatch }: Props) {
  if (lectures.length === 0) return <p className="px-5 py-6 text-muted">No lectures available.</p>
  return (
    <ol>
      {lectures.map((lecture, index) => {
        const active = lecture._id === current
        const Icon = active ? Volume2 : mayWatch(lecture) ? CirclePlay : Lock
        return (
          <li key={lecture._id} className="border-t border-line">
            <Link
              to={{ search: `?${new URLSearchParams({ lecture: lecture._id })}` }}
              preventScrollReset
              aria-current={active ? 'true' : undefined}
              className={cx(
                'flex min-h-14 items-center gap-3 px-5 py-3 transition-colors focus-visible:-outline-offset-2',
                active ? 'bg-primary-soft font-semibold text-on-primary-soft' : 'hover:bg-tint',
              )}
            >
              <span aria-hidden="true" className="tabular w-5 shrink-0 text-sm text-muted">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere">{lecture.lectureTitle}</span>
              <Icon aria-hidden="true" className={cx('size-5 shrink-0', !active && 'text-muted')} />
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
