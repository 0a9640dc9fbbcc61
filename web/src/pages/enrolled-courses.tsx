import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, learningStates } from '@virtual-courses/contract'
import { BookOpen } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CalendarButton } from '#features/agenda/calendar-button.tsx'
import { NextUp } from '#features/agenda/next-up.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseImage } from '#features/courses/course-image.tsx'
import { EnrolledCard } from '#features/enrolments/enrolled-card.tsx'
import { EnrolledFilter, enrolledAddress } from '#features/enrolments/enrolled-filter.tsx'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/enrolled-courses.ts'

const load = guarded('signedIn', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  const state = learningStates.find((one) => one === url.searchParams.get('state')) ?? null
  const query = { ...(state && { state }), ...(at && { cursor: at }) }
  const [page, agenda] = await Promise.all([
    api(calls.learning.overview, { query }),
    // what comes next stands above the first page alone
    state || at ? null : api(calls.agenda.read, {}),
  ])
  return { state, page, agenda }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function EnrolledCourses({ loaderData: { page, state, agenda } }: Route.ComponentProps) {
  const { t } = useLingui()
  const hrefFor = (at: string) => enrolledAddress(state, at)
  const { begun, 'not-begun': notBegun, completed } = page.counts
  const all = begun + notBegun + completed
  return (
    <Container>
      <PageMeta title={t`My Enrolled Courses`} />
      <PageHeader title={t`My Enrolled Courses`} back={paths.home} />
      {agenda && <NextUp agenda={agenda} calendar={<CalendarButton />} />}
      {(all > 0 || state) && <EnrolledFilter state={state} counts={page.counts} />}
      {page.courses.length > 0 ? (
        <CourseGrid>
          {page.courses.map(({ progress, newLectures, completion, opensNext, ...course }) => (
            <li key={course._id}>
              <EnrolledCard
                course={course}
                lectureId={progress.continueLectureId}
                newLectures={newLectures}
                picture={
                  <CourseImage course={course} sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw" />
                }
                progress={
                  <>
                    <CourseProgressBar
                      completed={progress.completedLectures}
                      count={progress.lectureCount}
                      completion={completion}
                    />
                    {opensNext && (
                      <p className="mt-1 text-sm text-muted">
                        <bdi {...writtenIn()}>{opensNext.lectureTitle}</bdi>
                        <span>{`: ${opensNext.sentence}`}</span>
                      </p>
                    )}
                  </>
                }
              />
            </li>
          ))}
        </CourseGrid>
      ) : all > 0 ? (
        <EmptyState
          icon={<BookOpen />}
          title={t`No course here`}
          text={t`None of your courses fits this choice.`}
          action={
            <ButtonLink to={paths.enrolledCourses} variant="secondary">
              <Trans>Show all your courses</Trans>
            </ButtonLink>
          }
        />
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
