import type { CourseStudent } from '@virtual-courses/contract'
import { Progress } from '#ui/progress.tsx'

type Props = { student: CourseStudent; lectureCount: number }

/** How many lectures of the course a student has completed. */
export function StudentProgress({ student, lectureCount }: Props) {
  if (lectureCount === 0) return <span className="text-sm text-muted">No lectures yet</span>
  const done = student.completedLectures
  return (
    <Progress
      label={<span className="sr-only">Progress of {student.name}</span>}
      value={(done / lectureCount) * 100}
      valueText={`${done} of ${lectureCount}`}
      tone={done === lectureCount ? 'success' : 'primary'}
      className="min-w-36"
    />
  )
}
