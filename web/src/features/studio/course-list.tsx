import { BookPlus } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CourseCards } from './course-cards.tsx'
import { type CourseListProps, CourseTable } from './course-table.tsx'

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
