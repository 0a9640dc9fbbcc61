import { type CourseProgress, api as calls, type EnrolledCourse } from '@virtual-courses/contract'
import { BookOpen } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseImage } from '#features/courses/course-image.tsx'
import { EnrolledCard } from '#features/enrolments/enrolled-card.tsx'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { placeName, placesBeside, readPlace, slicePage } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Route } from './+types/enrolled-courses.ts'

type ListedCourse = EnrolledCourse & { progress: CourseProgress | null }
type Data = ReturnType<typeof slicePage<ListedCourse>>

const pageSize = 24

/** Courses in progress come first, in the server's order, after those that it does not list yet: they were just bought. */
const load = guarded<unknown, Data>('signedIn', async ({ api, viewer, url }) => {
  const { courses } = await api(calls.learning.overview)
  const order = new Map(courses.map((progress, index) => [progress.courseId, { progress, index }]))
  const all = viewer.enrolledCourses
    .map((course) => ({ ...course, progress: order.get(course._id)?.progress ?? null }))
    .sort((a, b) => (order.get(a._id)?.index ?? -1) - (order.get(b._id)?.index ?? -1))
  return slicePage(all, readPlace(url.searchParams), pageSize)
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function EnrolledCourses({ loaderData }: Route.ComponentProps) {
  const { items: courses } = loaderData
  const hrefFor = (at: string) => `${paths.enrolledCourses}${at && `?${placeName}=${at}`}`
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
      <div className="mt-8">
        <Pagination {...placesBeside(loaderData, hrefFor)} />
      </div>
    </Container>
  )
}
