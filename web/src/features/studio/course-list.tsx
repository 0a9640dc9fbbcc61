import { BookPlus } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CourseActions } from './course-actions.tsx'
import { coursePrice } from './course-price.ts'
import { CourseStatus } from './course-status.tsx'
import { type CourseListProps, CourseTable } from './course-table.tsx'
import { LectureCount } from './lecture-count.tsx'
import { StudentCount } from './student-count.tsx'

/** The educator's courses on a narrow screen. */
function CourseCards({ courses, caption, picture, className }: CourseListProps) {
  return (
    <div className={className}>
      <ul className="grid gap-4">
        {courses.map((course) => (
          <Card as="li" key={course._id} className="p-4 sm:p-4">
            <div className="flex items-start gap-3.5">
              <span className="w-24 shrink-0 overflow-hidden rounded-sm">{picture(course)}</span>
              <div className="min-w-0 flex-1">
                <p className="line-clamp-3 leading-snug font-semibold wrap-anywhere">{course.title}</p>
                {course.category && <p className="mt-0.5 text-sm text-muted">{course.category}</p>}
              </div>
            </div>
            <div className="mt-4 flex items-center justify-between gap-4">
              <CourseStatus published={course.isPublished} />
              <span className="tabular font-semibold">{coursePrice(course.price)}</span>
            </div>
            <div className="mt-1 flex items-center justify-between gap-4 text-sm">
              <LectureCount course={course} noun />
              <StudentCount course={course} noun />
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

const caption = 'A list of your recent courses.'

/** The educator's courses. The first paint holds both forms and the styles pick one; then only the fitting one stays. */
export function CourseList({ courses, picture }: Pick<CourseListProps, 'courses' | 'picture'>) {
  const wide = useWideScreen()
  if (courses.length === 0) {
    return (
      <Card>
        <EmptyState
          as="h2"
          icon={<BookPlus />}
          title="No courses yet"
          text="A title and a category are enough to start. No one sees a course before you publish it."
          action={<ButtonLink to={paths.createCourse}>Create your first course</ButtonLink>}
        />
      </Card>
    )
  }
  const list = { courses, caption, picture }
  return (
    <>
      {wide !== false && <CourseTable {...list} className="max-lg:hidden" />}
      {wide !== true && <CourseCards {...list} className="lg:hidden" />}
    </>
  )
}
