import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { Balances, FindingList, LedgerCheck, Matters } from '#features/admin/money/money.tsx'
import { DisputeList, RefundList } from '#features/admin/money/refund-list.tsx'
import type { Route } from './+types/money.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Money`, text: msg`Whether everything adds up, and what waits for you.` }

const load = guarded('admin', async ({ api }) => ({ money: await api(calls.adminOrders.money) }))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminMoneyPage({ loaderData: { money } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { check, balances, findings, failedRefunds, disputes } = money
  return (
    <AdminFrame {...head}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LedgerCheck check={check} />
        <Matters
          title={t`Differences from the provider`}
          total={findings.total}
          shown={findings.rows.length}
          none={t`Orders and payment provider agree.`}
        >
          <FindingList findings={findings.rows} />
        </Matters>
        <Matters
          title={t`Failed refunds`}
          total={failedRefunds.total}
          shown={failedRefunds.rows.length}
          none={t`No refund has failed.`}
        >
          <RefundList refunds={failedRefunds.rows} linked />
        </Matters>
        <Matters
          title={t`Open disputes`}
          total={disputes.total}
          shown={disputes.rows.length}
          none={t`No buyer disputes a payment.`}
        >
          <DisputeList disputes={disputes.rows} linked />
        </Matters>
        <section aria-labelledby="balances">
          <h2 id="balances" className="mb-3 font-sans text-lg font-semibold tracking-normal">
            <Trans>Balances</Trans>
          </h2>
          <Balances balances={balances} />
        </section>
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
