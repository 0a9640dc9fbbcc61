import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ApiError, type Client, api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SalesCard } from '#app/sales/sales-card.tsx'
import { SecondStepAdvice } from '#features/accounts/security/second-step-advice.tsx'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ErrorList, OverviewTiles } from '#features/admin/overview.tsx'
import { isLast30, type Period, PeriodPicker, readPeriod } from '#features/admin/period-picker.tsx'
import { SetUpList } from '#features/admin/site-pages/set-up-list.tsx'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import type { Route } from './+types/dashboard.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Admin Dashboard`, text: msg`overview page` }

const load = guarded('admin', async ({ api, url }) => {
  const period = readPeriod(url.searchParams)
  const [overview, setUp, sales] = await Promise.all([
    api(calls.admin.overview),
    api(calls.adminPages.setUp),
    isLast30(period) ? null : salesOf(api, period),
  ])
  return { overview, setUp, period, sales }
})

/** The days of a period, or why it is refused. */
async function salesOf(api: Client, period: Period) {
  const query = 'days' in period ? { days: String(period.days) } : period
  try {
    return { days: (await api(calls.admin.sales, { query })).days, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_input') throw error
    return { days: null, problem: error.fields[0]?.message ?? error.message }
  }
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminDashboardPage({ loaderData: { overview, setUp, period, sales } }: Route.ComponentProps) {
  const days = sales?.days ?? overview.days
  const shown = { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' }
  // days that are refused stay in their fields
  const written = sales?.problem && 'from' in period ? period : shown
  return (
    <AdminFrame {...head}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <SecondStepAdvice />
        <div>
          <OverviewTiles overview={overview} />
          <p className="mt-2 text-sm text-muted">
            <Trans>
              Counted <TimeSince iso={overview.countedAt} />
            </Trans>
          </p>
        </div>
        <SetUpList setUp={setUp} />
        <PeriodPicker period={period} {...written} problem={sales?.problem ?? null} />
        <SalesCard rows={{ day: days }} {...(sales?.days && { period: shown })} />
        <ErrorList errors={overview.errors} />
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
