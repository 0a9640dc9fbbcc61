import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { BookOpen } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseImage } from '#features/courses/course-image.tsx'
import { EnrolledCard } from '#features/enrolments/enrolled-card.tsx'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/enrolled-courses.ts'

const load = guarded('signedIn', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  return { page: await api(calls.learning.overview, { query: at ? { cursor: at } : {} }) }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function EnrolledCourses({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useLingui()
  const hrefFor = (at: string) => `${paths.enrolledCourses}${at && `?${placeName}=${at}`}`
  return (
    <Container>
      <PageMeta title={t`My Enrolled Courses`} />
      <PageHeader title={t`My Enrolled Courses`} back={paths.home} />
      {page.courses.length > 0 ? (
        <CourseGrid>
          {page.courses.map(({ progress, ...course }) => (
            <li key={course._id}>
              <EnrolledCard
                course={course}
                lectureId={progress.continueLectureId}
                picture={
                  <CourseImage course={course} sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw" />
                }
                progress={<CourseProgressBar completed={progress.completedLectures} count={progress.lectureCount} />}
              />
            </li>
          ))}
        </CourseGrid>
      ) : (
        <EmptyState
          icon={<BookOpen />}
          title={t`You haven’t enrolled in any course yet.`}
          text={t`Courses you enroll in appear here, ready to watch whenever you like.`}
          action={
            <ButtonLink to={paths.allCourses}>
              <Trans>View all Courses</Trans>
            </ButtonLink>
          }
        />
      )}
      <div className="mt-8">
        <Pagination {...placesBeside(page, hrefFor)} />
      </div>
    </Container>
  )
}
