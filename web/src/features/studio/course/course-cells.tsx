import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type OwnCourse } from '@virtual-courses/contract'
import { PencilLine, Play } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CourseMenu } from './course-menu.tsx'

type CountLinkProps = {
  to: string
  count: number
  /** "3 students" */
  text: string
  /** "3 students in Title" */
  name: string
  /** shows the unit too */
  withUnit: boolean
}

/** Link of a count, which is named with its unit. */
function CountLink({ to, count, text, name, withUnit }: CountLinkProps) {
  return (
    <Link
      to={to}
      aria-label={name}
      className="tabular -mx-1 inline-flex min-h-8 min-w-8 items-center justify-end rounded-sm px-1 text-link underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {withUnit ? text : formatCount(count)}
    </Link>
  )
}

type CountProps = { course: OwnCourse; withUnit?: boolean }

/** Number of students of a course, as a link to their list. */
export function StudentCount({ course, withUnit = false }: CountProps) {
  const { t } = useLingui()
  const { enrolledCount: count } = course
  const title = isolate(course.title)
  return (
    <CountLink
      to={studioPaths.courseStudents(course._id)}
      count={count}
      text={t`${plural(count, { one: '# student', other: '# students' })}`}
      name={t`${plural(count, { one: '# student', other: '# students' })} in ${title}`}
      withUnit={withUnit}
    />
  )
}

/** Number of lectures of a course, as a link to their list. */
export function LectureCount({ course, withUnit = false }: CountProps) {
  const { t } = useLingui()
  const { lectureCount: count } = course
  const title = isolate(course.title)
  return (
    <CountLink
      to={studioPaths.createLecture(course._id)}
      count={count}
      text={t`${plural(count, { one: '# lecture', other: '# lectures' })}`}
      name={t`${plural(count, { one: '# lecture', other: '# lectures' })} in ${title}`}
      withUnit={withUnit}
    />
  )
}

/** Shows whether a course is published. */
export function CourseStatus({ published }: { published: boolean }) {
  const { t } = useLingui()
  return (
    <Badge tone={published ? 'success' : 'neutral'} dot>
      {published ? t`Published` : t`Draft`}
    </Badge>
  )
}

/** A price in the educator's list: "₹1,299", or "NA" while none was set. */
export function CoursePrice({ price }: { price: number | null }) {
  const { t } = useLingui()
  return <span>{price === null ? t({ message: 'NA', context: 'price' }) : formatRupees(price)}</span>
}

/** Actions of a course in the list. A copy appears at the top of the list. */
export function CourseActions({ course }: { course: { _id: string; title: string } }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  return (
    <span className="inline-flex gap-2">
      <ButtonLink
        to={paths.learn(course._id)}
        size="sm"
        variant="ghost"
        className="w-9 px-0!"
        aria-label={t`Watch ${{ title: isolate(course.title) }}`}
        title={t`Watch`}
      >
        <Play aria-hidden="true" className="size-4" />
      </ButtonLink>
      <ButtonLink
        to={studioPaths.editCourse(course._id)}
        size="sm"
        variant="secondary"
        icon={<PencilLine aria-hidden="true" className="size-4" />}
        aria-label={t`Edit ${{ title: isolate(course.title) }}`}
      >
        <Trans>Edit</Trans>
      </ButtonLink>
      <CourseMenu course={course} size="sm" without={['watch']} onCopied={() => void revalidate()} />
    </span>
  )
}
