import { api as calls, type Sales } from '@virtual-courses/contract'
import { CheckCheck, IndianRupee } from 'lucide-react'
import { Link } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SalesCard } from '#app/sales-card.tsx'
import { formatCount, formatRupees } from '#lib/format.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import type { Route } from './+types/earnings.ts'
import { StudioError } from './studio-error.tsx'

const title = 'Earnings'

const load = guarded('educator', async ({ api }) => ({ sales: await api(calls.enrolments.sales) }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** What each course sold, as a table that a narrow screen shows without its middle columns. */
function SoldCourses({ courses }: { courses: Sales['courses'] }) {
  return (
    <Card flush className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">What each course earned</caption>
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="px-4 py-3 font-semibold sm:px-5">
              Course
            </th>
            <th scope="col" className="px-3 py-3 text-right font-semibold max-sm:hidden">
              Enrollments
            </th>
            <th scope="col" className="px-3 py-3 text-right font-semibold max-sm:hidden">
              Completed
            </th>
            <th scope="col" className="px-4 py-3 text-right font-semibold sm:px-5">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => (
            <tr key={course._id} className="border-t border-line">
              <th scope="row" className="px-4 py-3 text-left leading-snug font-medium wrap-anywhere sm:px-5">
                {course.removed ? (
                  <>
                    {course.title} <Badge>Removed</Badge>
                  </>
                ) : (
                  <Link to={paths.courseStudents(course._id)} className="underline-offset-4 hover:underline">
                    {course.title}
                  </Link>
                )}
              </th>
              <td className="tabular px-3 py-3 text-right max-sm:hidden">{formatCount(course.enrolments)}</td>
              <td className="tabular px-3 py-3 text-right max-sm:hidden">{percent(course.completion)}</td>
              <td className="tabular px-4 py-3 text-right sm:px-5">{formatRupees(course.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

export default function EarningsPage({ loaderData: { sales } }: Route.ComponentProps) {
  return (
    <Container>
      <PageMeta title={title} />
      <PageHeader title={title} text="What students paid for your courses. Refunded payments are not counted." />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <dl className="grid grid-cols-2 gap-3 sm:gap-4">
          <StatTile
            icon={<IndianRupee />}
            label="Revenue"
            value={formatRupees(sales.revenue)}
            text="of paid orders, without refunds"
          />
          <StatTile
            icon={<CheckCheck />}
            label="Completion"
            value={percent(sales.completion)}
            text="of the lectures that students bought"
          />
        </dl>
        <SalesCard rows={{ day: sales.days, month: sales.months }} first="revenue" />
        {sales.courses.length > 0 && (
          <section aria-labelledby="by-course">
            <h2 id="by-course" className="mb-4 text-2xl">
              By course
            </h2>
            <SoldCourses courses={sales.courses} />
            {sales.courses.length === 100 && (
              <p className="mt-2 text-sm text-muted">The 100 courses with the highest revenue.</p>
            )}
          </section>
        )}
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <StudioError error={error} title={title} back={paths.dashboard} />
}
