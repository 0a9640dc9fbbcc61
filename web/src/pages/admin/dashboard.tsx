import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SalesCard } from '#app/sales/sales-card.tsx'
import { SecondStepAdvice } from '#features/accounts/security/second-step-advice.tsx'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ErrorList, OverviewTiles } from '#features/admin/overview.tsx'
import { SetUpList } from '#features/admin/site-pages/set-up-list.tsx'
import { TimeSince } from '#lib/text/reader-time.tsx'
import type { Route } from './+types/dashboard.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Admin Dashboard`, text: msg`overview page` }

const load = guarded('admin', async ({ api }) => {
  const [overview, setUp] = await Promise.all([api(calls.admin.overview), api(calls.adminPages.setUp)])
  return { overview, setUp }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminDashboardPage({ loaderData: { overview, setUp } }: Route.ComponentProps) {
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
        <SalesCard rows={{ day: overview.days }} />
        <ErrorList errors={overview.errors} />
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
