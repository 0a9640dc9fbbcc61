import { type CourseProgress, api as calls, type EnrolledCourse } from '@virtual-courses/contract'
import { BookOpen } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseGrid } from '#features/courses/course-grid.tsx'
import { CourseImage } from '#features/courses/course-image.tsx'
import { EnrolledCard } from '#features/enrolments/enrolled-card.tsx'
import { CourseProgressBar } from '#features/learning/course-progress-bar.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Container } from '#ui/container.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import type { Route } from './+types/enrolled-courses.ts'

type Shelved = EnrolledCourse & { progress: CourseProgress | null }

/** What one goes on with comes first, as the server orders it; a course that it does not name yet was just enrolled in. */
const load = guarded<unknown, Shelved[]>('signedIn', async ({ api, viewer }) => {
  const { courses } = await api(calls.learning.overview)
  const order = new Map(courses.map((progress, index) => [progress.courseId, { progress, index }]))
  return viewer.enrolledCourses
    .map((course) => ({ ...course, progress: order.get(course._id)?.progress ?? null }))
    .sort((a, b) => (order.get(a._id)?.index ?? -1) - (order.get(b._id)?.index ?? -1))
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function EnrolledCourses({ loaderData: courses }: Route.ComponentProps) {
  return (
    <Container>
      <PageMeta title="My Enrolled Courses" />
      <PageHeader title="My Enrolled Courses" back={paths.home} />
      {courses.length > 0 ? (
        <CourseGrid>
          {courses.map(({ progress, ...course }) => (
            <li key={course._id}>
              <EnrolledCard
                course={course}
                lectureId={progress?.continueLectureId ?? null}
                picture={
                  <CourseImage course={course} sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw" />
                }
                progress={
                  progress && <CourseProgressBar completed={progress.completedLectures} count={progress.lectureCount} />
                }
              />
            </li>
          ))}
        </CourseGrid>
      ) : (
        <EmptyState
          icon={<BookOpen />}
          title="You haven’t enrolled in any course yet."
          text="Courses you enroll in appear here, ready to watch whenever you like."
          action={<ButtonLink to={paths.allCourses}>View all Courses</ButtonLink>}
        />
      )}
    </Container>
  )
}
