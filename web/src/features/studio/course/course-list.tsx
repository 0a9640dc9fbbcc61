import { Trans, useLingui } from '@lingui/react/macro'
import type { Category, OwnCourse } from '@virtual-courses/contract'
import { BookPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { categoryNames } from '#lib/text/labels.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { CourseActions, CoursePrice, CourseStatus, LectureCount, StudentCount } from './course-cells.tsx'

type CourseListProps = {
  courses: readonly OwnCourse[]
  caption: string
  picture: (course: OwnCourse) => ReactNode
  className?: string
}

function CategoryName({ category }: { category: Category }) {
  const { t } = useLingui()
  return <span>{t(categoryNames[category])}</span>
}

const columns = (picture: CourseListProps['picture']): Column<OwnCourse>[] => [
  {
    key: 'course',
    header: <Trans>Course</Trans>,
    className: 'w-full',
    cell: (course) => (
      <span className="flex min-w-64 items-center gap-3">
        <span className="w-24 shrink-0 overflow-hidden rounded-sm">{picture(course)}</span>
        <span className="min-w-0">
          <span {...writtenIn(course.language)} className="line-clamp-2 leading-snug font-semibold wrap-anywhere">
            {course.title}
          </span>
          {course.category && (
            <span className="text-sm text-muted">
              <CategoryName category={course.category} />
            </span>
          )}
        </span>
      </span>
    ),
  },
  {
    key: 'price',
    header: <Trans>Price</Trans>,
    align: 'end',
    className: 'tabular whitespace-nowrap',
    cell: (course) => <CoursePrice price={course.price} />,
  },
  { key: 'status', header: <Trans>Status</Trans>, cell: (course) => <CourseStatus published={course.isPublished} /> },
  {
    key: 'lectures',
    header: <Trans>Lectures</Trans>,
    align: 'end',
    cell: (course) => <LectureCount course={course} />,
  },
  {
    key: 'students',
    header: <Trans>Students</Trans>,
    align: 'end',
    cell: (course) => <StudentCount course={course} />,
  },
  {
    key: 'action',
    header: <Trans>Action</Trans>,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (course) => <CourseActions course={course} />,
  },
]

/** Table for wide screens. */
function CourseTable({ courses, caption, picture, className = '' }: CourseListProps) {
  return (
    <Table
      caption={caption}
      columns={columns(picture)}
      rows={courses}
      rowKey={(course) => course._id}
      className={className}
    />
  )
}

/** Cards for narrow screens. */
function CourseCards({ courses, caption, picture, className }: CourseListProps) {
  return (
    <div className={className}>
      <ul className="grid gap-4">
        {courses.map((course) => (
          <Card as="li" key={course._id} className="p-4 sm:p-4">
            <div className="flex items-start gap-3.5">
              <span className="w-24 shrink-0 overflow-hidden rounded-sm">{picture(course)}</span>
              <div className="min-w-0 flex-1">
                <p {...writtenIn(course.language)} className="line-clamp-3 leading-snug font-semibold wrap-anywhere">
                  {course.title}
                </p>
                {course.category && (
                  <p className="mt-0.5 text-sm text-muted">
                    <CategoryName category={course.category} />
                  </p>
                )}
              </div>
            </div>
            <div className="mt-4 flex items-center justify-between gap-4">
              <CourseStatus published={course.isPublished} />
              <span className="tabular font-semibold">
                <CoursePrice price={course.price} />
              </span>
            </div>
            <div className="mt-1 flex items-center justify-between gap-4 text-sm">
              <LectureCount course={course} withUnit />
              <StudentCount course={course} withUnit />
            </div>
            <div className="mt-2 flex justify-end border-t border-line pt-3">
              <CourseActions course={course} />
            </div>
          </Card>
        ))}
      </ul>
      <p className="mt-4 text-center text-sm text-muted">{caption}</p>
    </div>
  )
}

/** The educator's courses. The first document has cards and table, of which the styles show one; hydration removes the other. */
export function CourseList({ courses, picture }: Pick<CourseListProps, 'courses' | 'picture'>) {
  const { t } = useLingui()
  const wide = useWideScreen()
  if (courses.length === 0) {
    return (
      <Card>
        <EmptyState
          as="h2"
          icon={<BookPlus />}
          title={t`No courses yet`}
          text={t`A title and a category are enough to start. No one sees a course before you publish it.`}
          action={
            <ButtonLink to={studioPaths.createCourse}>
              <Trans>Create your first course</Trans>
            </ButtonLink>
          }
        />
      </Card>
    )
  }
  const list = { courses, caption: t`A list of your recent courses.`, picture }
  return (
    <>
      {wide !== false && <CourseTable {...list} className="max-lg:hidden" />}
      {wide !== true && <CourseCards {...list} className="lg:hidden" />}
    </>
  )
}
