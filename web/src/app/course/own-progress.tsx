import { useLingui } from '@lingui/react/macro'
import { type CourseDetails, type CourseProgress, isolate } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { paths } from '#lib/paths.ts'

/** How far the user has come in a course that they bought, and the way to go on. */
export function OwnProgress({ course, progress }: { course: CourseDetails; progress: CourseProgress }) {
  const { completedLectures: completed, lectureCount: count, continueLectureId, lastLectureId } = progress
  const { t } = useLingui()
  const next = course.lectures.find(({ _id }) => _id === continueLectureId)
  const title = next ? isolate(next.lectureTitle) : ''
  return (
    <div className="min-w-0 flex-1">
      <CourseProgressBar completed={completed} count={count} />
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
