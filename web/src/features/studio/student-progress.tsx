import type { CourseStudent } from '@virtual-courses/contract'
import { Progress } from '#ui/progress.tsx'

type Props = { student: CourseStudent; lectureCount: number }

/** How many lectures of the course a student has completed. */
export function StudentProgress({ student, lectureCount }: Props) {
  if (lectureCount === 0) return <span className="text-sm text-muted">No lectures yet</span>
  const done = student.completedLectures
  return (
    <span className="flex min-w-36 items-center gap-3">
      <Progress
        bare
        label={`Lectures completed by ${student.name}`}
        value={(done / lectureCount) * 100}
        valueText={`${done} of ${lectureCount}`}
        tone={done === lectureCount ? 'success' : 'primary'}
        className="flex-1"
      />
      <span aria-hidden="true" className="tabular shrink-0 text-sm text-muted">
        {done} of {lectureCount}
      </span>
    </span>
  )
}
