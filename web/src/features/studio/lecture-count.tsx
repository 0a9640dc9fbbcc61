import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'

type Props = { course: { _id: string; title: string; lectureCount: number }; noun?: boolean }

/** How many lectures a course has; leads to them. */
export function LectureCount({ course, noun = false }: Props) {
  const count = formatCount(course.lectureCount)
  const named = `${count} ${course.lectureCount === 1 ? 'lecture' : 'lectures'}`
  return (
    <Link
      to={paths.createLecture(course._id)}
      aria-label={`${named} in ${course.title}`}
      className="tabular -mx-1 inline-flex min-h-8 min-w-8 items-center justify-end rounded-sm px-1 text-link underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {noun ? named : count}
    </Link>
  )
}
