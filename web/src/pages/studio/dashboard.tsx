import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError, api as calls, type Sales, type TeachingSummary, type Viewer } from '@virtual-courses/contract'
import { BookPlus } from 'lucide-react'
import { Link } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SalesCard } from '#app/sales/sales-card.tsx'
import { ChartCard } from '#features/dashboard/chart-card.tsx'
import type { ChartData } from '#features/dashboard/chart-layout.ts'
import { DashboardHead } from '#features/dashboard/dashboard-head.tsx'
import { SessionList } from '#features/dashboard/session-list.tsx'
import { StatTiles } from '#features/dashboard/stat-tiles.tsx'
import { OwnReview, type OwnReviewData } from '#features/reviews/own-review.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/dashboard.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Dashboard`

type Data = {
  person: Pick<Viewer, 'name' | 'description' | 'photoUrl'>
  summary: TeachingSummary
  sales: Sales
  /** rupees: sales without refunds, after tax and platform fee; null until the educator has the second factor that the site demands */
  earned: number | null
  reviews: OwnReviewData[]
  ratingCounts: number[]
}

const load = guarded<unknown, Data>('educator', async ({ api, viewer }) => {
  const [summary, sales, { reviews, ratingCounts }, earned] = await Promise.all([
    api(calls.courses.teaching),
    api(calls.enrolments.sales),
    api(calls.reviews.mine, { query: { limit: 3 } }),
    api(calls.payouts.balance).then(
      (balance) => balance.earned,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'second_factor_demanded') return null
        throw error
      },
    ),
  ])
  return {
    person: { name: viewer.name, description: viewer.description, photoUrl: viewer.photoUrl },
    summary,
    sales,
    earned,
    reviews,
    ratingCounts,
  }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

const rowsOf = (courses: TeachingSummary['largest'], value: 'lectures' | 'students'): ChartData['rows'] =>
  courses.map((course) => ({ _id: course._id, title: course.title, value: course[value] }))

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { person, summary, sales, earned, reviews, ratingCounts } = loaderData
  const { courses, largest } = summary
  const sessions = summary.sessions.slice(0, 5)
  const isPart = courses > largest.length
  const top = largest.length
  const taught = sessions.length > 0
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageMeta title={t(title)} />
      <DashboardHead person={person} earning={summary.earning} earned={earned} />
      {courses === 0 ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<BookPlus />}
            title={t`Your statistics will appear here`}
            text={t`Create a course to see its lectures, students and earnings.`}
            action={
              <ButtonLink to={studioPaths.createCourse}>
                <Trans>Create your first course</Trans>
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <>
          <StatTiles summary={summary} completion={sales.completion} ratingCounts={ratingCounts} />
          <SalesCard rows={{ day: sales.days, month: sales.months }} first="revenue" />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
            <ChartCard
              title={t`Course Progress (Lectures)`}
              text={isPart ? t`Lectures in the ${top} courses with the most students` : t`Lectures in each course`}
              data={{
                rows: rowsOf(largest, 'lectures'),
                unit: t`Lectures`,
                inWords: (count) => t`${plural(count, { one: '# lecture', other: '# lectures' })}`,
                tone: 'primary',
              }}
            />
            <ChartCard
              title={t`Student Enrollment`}
              text={isPart ? t`Students in the ${top} courses with the most students` : t`Students in each course`}
              data={{
                rows: rowsOf(largest, 'students'),
                unit: t`Students`,
                inWords: (count) => t`${plural(count, { one: '# student', other: '# students' })}`,
                tone: 'accent',
              }}
            />
          </div>
          <div
            className={cx(
              'mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-10',
              taught && 'lg:grid-cols-2',
            )}
          >
            {taught && (
              <section aria-labelledby="sessions">
                <h2 id="sessions" className="mb-4 flex min-h-11 items-center text-2xl">
                  <Trans>Live sessions</Trans>
                </h2>
                <SessionList sessions={sessions} />
              </section>
            )}
            <section aria-labelledby="reviews">
              <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
                <h2 id="reviews" className="text-2xl">
                  <Trans>Newest reviews</Trans>
                </h2>
                {reviews.length > 0 && (
                  <Link
                    to={studioPaths.reviews()}
                    className="inline-flex min-h-8 items-center text-link underline underline-offset-4"
                  >
                    <Trans>All reviews</Trans>
                  </Link>
                )}
              </div>
              {reviews.length > 0 ? (
                <ul className={cx('grid gap-4', !taught && 'lg:grid-cols-3')}>
                  {reviews.map((review) => (
                    <li key={review._id}>
                      <OwnReview review={review} className="h-full" />
                    </li>
                  ))}
                </ul>
              ) : (
                <Card>
                  <p className="font-medium">
                    <Trans>No reviews yet</Trans>
                  </p>
                  <p className="mt-1 text-sm text-muted">
                    <Trans>Students who are enrolled can review your courses.</Trans>
                  </p>
                </Card>
              )}
            </section>
          </div>
        </>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.home} />
}
