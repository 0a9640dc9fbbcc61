import { isolate, type OwnCourse } from '@virtual-courses/contract'
import { PencilLine, Play } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CourseMenu } from './course-menu.tsx'

type CountLinkProps = { to: string; title: string; count: number; unit: string; withUnit: boolean }

/** Link of a count, named "3 students in Title"; with `withUnit` the unit is shown too. */
function CountLink({ to, title, count, unit, withUnit }: CountLinkProps) {
  const text = `${formatCount(count)} ${count === 1 ? unit : `${unit}s`}`
  return (
    <Link
      to={to}
      aria-label={`${text} in ${isolate(title)}`}
      className="tabular -mx-1 inline-flex min-h-8 min-w-8 items-center justify-end rounded-sm px-1 text-link underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {withUnit ? text : formatCount(count)}
    </Link>
  )
}

type CountProps = { course: OwnCourse; withUnit?: boolean }

/** Number of students of a course, as a link to their list. */
export const StudentCount = ({ course, withUnit = false }: CountProps) => (
  <CountLink
    to={paths.courseStudents(course._id)}
    title={course.title}
    count={course.enrolledCount}
    unit="student"
    withUnit={withUnit}
  />
)

/** Number of lectures of a course, as a link to their list. */
export const LectureCount = ({ course, withUnit = false }: CountProps) => (
  <CountLink
    to={paths.createLecture(course._id)}
    title={course.title}
    count={course.lectureCount}
    unit="lecture"
    withUnit={withUnit}
  />
)

/** Shows whether a course is published. */
export function CourseStatus({ published }: { published: boolean }) {
  return (
    <Badge tone={published ? 'success' : 'neutral'} dot>
      {published ? 'Published' : 'Draft'}
    </Badge>
  )
}

/** A price in the educator's list: "₹1,299", or "NA" while none was set. */
export const coursePrice = (price: number | null): string => (price === null ? 'NA' : formatRupees(price))

/** Actions of a course in the list. A copy appears at the top of the list. */
export function CourseActions({ course }: { course: { _id: string; title: string } }) {
  const { revalidate } = useRevalidator()
  return (
    <span className="inline-flex gap-2">
      <ButtonLink
        to={paths.learn(course._id)}
        size="sm"
        variant="ghost"
        icon={<Play aria-hidden="true" className="size-4" />}
        aria-label={`Watch ${isolate(course.title)}`}
      >
        Watch
      </ButtonLink>
      <ButtonLink
        to={paths.editCourse(course._id)}
        size="sm"
        variant="secondary"
        icon={<PencilLine aria-hidden="true" className="size-4" />}
        aria-label={`Edit ${isolate(course.title)}`}
      >
        Edit
      </ButtonLink>
      <CourseMenu course={course} size="sm" without={['watch']} onCopied={() => void revalidate()} />
    </span>
  )
}
