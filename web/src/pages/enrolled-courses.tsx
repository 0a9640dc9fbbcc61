import type { EnrolledCourse } from '@virtual-courses/contract'
import { BookOpen } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseGrid } from '#features/courses/course-grid.tsx'
import { CoursePicture } from '#features/courses/course-picture.tsx'
import { EnrolledCard } from '#features/enrolments/enrolled-card.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Container } from '#ui/container.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import type { Route } from './+types/enrolled-courses.ts'

const load = guarded<unknown, EnrolledCourse[]>('signedIn', async ({ viewer }) => viewer.enrolledCourses)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function EnrolledCourses({ loaderData: courses }: Route.ComponentProps) {
  return (
    <Container>
      <PageMeta title="My Enrolled Courses" />
      <PageHeader title="My Enrolled Courses" back={paths.home} />
      {courses.length > 0 ? (
        <CourseGrid>
          {courses.map((course) => (
            <li key={course._id}>
              <EnrolledCard
                course={course}
                picture={
                  <CoursePicture course={course} sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw" />
                }
              />
            </li>
          ))}
        </CourseGrid>
      ) : (
        <EmptyState
          icon={<BookOpen />}
          title="You haven’t enrolled in any course yet."
          text="Courses you enroll in stand here, ready to watch whenever you like."
          action={<ButtonLink to={paths.allCourses}>View all Courses</ButtonLink>}
        />
      )}
    </Container>
  )
}
