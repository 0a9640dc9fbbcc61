import { useLingui } from '@lingui/react/macro'
import { type Completion, type CourseDetails, type CourseProgress, isolate } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { paths } from '#lib/paths.ts'

type Props = { course: CourseDetails; progress: CourseProgress & { completion: Completion } }

/** How far the user has come in a course that they bought, and the way to go on. */
export function OwnProgress({ course, progress }: Props) {
  const { completedLectures: completed, lectureCount: count, continueLectureId, lastLectureId } = progress
  const { t } = useLingui()
  const next = course.lectures.find(({ _id }) => _id === continueLectureId)
  const title = next ? isolate(next.lectureTitle) : ''
  return (
    <div className="min-w-0 flex-1">
      {/* on narrow screens this stands in the bar at the bottom, which has no room for sentences */}
      <CourseProgressBar
        completed={completed}
        count={count}
        completion={progress.completion}
        className="max-lg:[&>p]:hidden"
      />
      {next && completed < count && (
        <Link
          to={paths.learn(course._id, next._id)}
          className="mt-2 block min-h-6 truncate text-sm text-link underline-offset-4 hover:underline"
        >
          {lastLectureId ? t`Continue: ${title}` : t`Start: ${title}`}
        </Link>
      )}
    </div>
  )
}
