import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type AdminOrderDetails, api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import {
  ConsentList,
  InvoiceList,
  LedgerList,
  OrderFacts,
  OrderItems,
  Part,
  Timeline,
} from '#features/admin/money/order-details.tsx'
import { OrderState, useOrderTitle } from '#features/admin/money/order-list.tsx'
import { RefundOrder } from '#features/admin/money/order-refund.tsx'
import { DisputeList, RefundList } from '#features/admin/money/refund-list.tsx'
import { ResendInvoice } from '#features/admin/money/resend-invoice.tsx'
import { adminPaths } from '#lib/work-paths.ts'
import type { Route } from './+types/order.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg({ message: 'Order', context: 'purchase' }), text: msg`What was bought, paid and returned.` }

const load = guarded<{ orderId: string }, { order: AdminOrderDetails }>('admin', async ({ api, params }) => ({
  order: await api(calls.adminOrders.read, { params: { orderId: params.orderId } }),
}))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminOrderPage({ loaderData: { order } }: Route.ComponentProps) {
  const { t } = useLingui()
  const title = useOrderTitle(order)
  const { items, refunds, disputes, invoices, consents, ledger, timeline, refundable } = order
  return (
    <AdminFrame
      title={head.title}
      text={title}
      back={adminPaths.orders}
      aside={<OrderState status={order.status} />}
      actions={refundable > 0 && <RefundOrder order={order} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Part title={t`Purchase`}>
          <OrderFacts order={order} />
        </Part>
        <Part title={t`Items`}>
          <OrderItems items={items} />
        </Part>
        {refunds.length > 0 && (
          <Part title={t`Refunds`}>
            <RefundList refunds={refunds} />
          </Part>
        )}
        {disputes.length > 0 && (
          <Part title={t`Disputes`}>
            <DisputeList disputes={disputes} />
          </Part>
        )}
        {invoices.length > 0 && (
          <Part title={t`Invoices`} actions={<ResendInvoice orderId={order._id} />}>
            <InvoiceList invoices={invoices} />
          </Part>
        )}
        <Part title={t`Consent`}>
          <ConsentList consents={consents} />
        </Part>
        <Part title={t`Timeline`}>
          <Timeline events={timeline} />
        </Part>
        {ledger.length > 0 && (
          <Part title={t`Ledger`}>
            <LedgerList ledger={ledger} />
          </Part>
        )}
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
