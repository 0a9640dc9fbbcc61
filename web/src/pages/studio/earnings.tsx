import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf, type Sales } from '@virtual-courses/contract'
import { CheckCheck, IndianRupee } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SalesCard } from '#app/sales/sales-card.tsx'
import { BankDetails } from '#features/accounts/bank-details.tsx'
import { SecondStepAdvice } from '#features/accounts/security/second-step-advice.tsx'
import { BalanceTiles } from '#features/payouts/balance-tiles.tsx'
import { PayoutList } from '#features/payouts/payout-list.tsx'
import { StatementList } from '#features/payouts/statement-list.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { StatTile } from '#ui/layout/stat-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/earnings.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Earnings`

/** Parameters of the address for the pages of two lists. */
const payoutsAt = 'payouts'
const monthsAt = 'months'

type Data = {
  sales: Sales
  balance: ReplyOf<typeof calls.payouts.balance>
  payouts: ReplyOf<typeof calls.payouts.list>
  statements: ReplyOf<typeof calls.payouts.statements>
}

const load = guarded<unknown, Data>('educator', async ({ api, url }) => {
  const pageAt = (name: string) => {
    const cursor = readPlace(url.searchParams, name)
    return { query: cursor ? { cursor } : {} }
  }
  const [sales, balance, payouts, statements] = await Promise.all([
    api(calls.enrolments.sales),
    api(calls.payouts.balance),
    api(calls.payouts.list, pageAt(payoutsAt)),
    api(calls.payouts.statements, pageAt(monthsAt)),
  ])
  return { sales, balance, payouts, statements }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** What each course sold, as a table that a narrow screen shows without its middle columns. */
function SoldCourses({ courses }: { courses: Sales['courses'] }) {
  return (
    <Card flush className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">
          <Trans>What each course earned</Trans>
        </caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="px-4 py-3 text-start font-semibold sm:px-5">
              <Trans>Course</Trans>
            </th>
            <th scope="col" className="px-3 py-3 text-end font-semibold max-sm:hidden">
              <Trans>Enrollments</Trans>
            </th>
            <th scope="col" className="px-3 py-3 text-end font-semibold max-sm:hidden">
              <Trans>Completion</Trans>
            </th>
            <th scope="col" className="px-4 py-3 text-end font-semibold sm:px-5">
              <Trans>Revenue</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => (
            <tr key={course._id} className="border-t border-line">
              <th scope="row" className="px-4 py-3 text-start leading-snug font-medium wrap-anywhere sm:px-5">
                {course.removed ? (
                  <>
                    <bdi>{course.title}</bdi>
                    <span> </span>
                    <Badge>
                      <Trans>Removed</Trans>
                    </Badge>
                  </>
                ) : (
                  <Link
                    {...writtenIn()}
                    to={studioPaths.courseStudents(course._id)}
                    className="inline-block py-0.5 underline-offset-4 hover:underline"
                  >
                    {course.title}
                  </Link>
                )}
              </th>
              <td className="tabular px-3 py-3 text-end max-sm:hidden">{formatCount(course.enrolments)}</td>
              <td className="tabular px-3 py-3 text-end max-sm:hidden">{percent(course.completion)}</td>
              <td className="tabular px-4 py-3 text-end sm:px-5">{formatRupees(course.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** A part of the page; its id is the fragment that links lead to. */
function Part({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      {text && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </section>
  )
}

export default function EarningsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { sales, balance, payouts, statements } = loaderData
  const placesOf = (page: typeof payouts | typeof statements, name: string) =>
    placesBeside(page, (at) => `${studioPaths.earnings}?${name}=${at}`)
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} text={t`What you earned with your courses, and how it comes to your bank.`} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {balance.account && <SecondStepAdvice />}
        <BalanceTiles balance={balance} />
        {balance.account === null && balance.earned > 0 && (
          <Notice>
            <Trans>
              To be paid, enter your{' '}
              <a href="#bank" className="font-semibold underline underline-offset-4">
                bank details
              </a>
              .
            </Trans>
          </Notice>
        )}
        <dl className="grid grid-cols-2 gap-3 sm:gap-4">
          <StatTile
            icon={<IndianRupee />}
            label={t`Revenue`}
            value={formatRupees(sales.revenue)}
            text={t`of paid orders, without refunds`}
          />
          <StatTile
            icon={<CheckCheck />}
            label={t`Completion`}
            value={percent(sales.completion)}
            text={t`of the lectures that students bought`}
          />
        </dl>
        <SalesCard rows={{ day: sales.days, month: sales.months }} first="revenue" />
        {sales.courses.length > 0 && (
          <section aria-labelledby="by-course">
            <h2 id="by-course" className="mb-4 text-2xl">
              <Trans>By course</Trans>
            </h2>
            <SoldCourses courses={sales.courses} />
            {sales.courses.length === 100 && (
              <p className="mt-2 text-sm text-muted">
                <Trans>The 100 courses with the highest revenue.</Trans>
              </p>
            )}
          </section>
        )}
      </div>
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-12">
        <Part id="payouts" title={t`Payouts`}>
          {payouts.payouts.length > 0 ? (
            <PayoutList payouts={payouts.payouts} />
          ) : (
            <p className="text-muted">
              <Trans>Nothing was paid out yet.</Trans>
            </p>
          )}
          <Pagination {...placesOf(payouts, payoutsAt)} label={t`Pages of payouts`} />
        </Part>
        <Part
          id="statements"
          title={t`Statements`}
          text={t`Each month, from what you were owed before to what you were owed after it.`}
        >
          {statements.months.length > 0 ? (
            <StatementList months={statements.months} />
          ) : (
            <p className="text-muted">
              <Trans>A statement appears here with your first sale.</Trans>
            </p>
          )}
          <Pagination {...placesOf(statements, monthsAt)} label={t`Pages of statements`} />
        </Part>
        <Part id="bank" title={t`Bank details`}>
          <Card className="max-w-3xl">
            <BankDetails account={balance.account} version={balance.accountVersion} />
          </Card>
        </Part>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
