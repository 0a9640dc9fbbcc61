import { msg } from '@lingui/core/runtime-macro'
import type { api, QueryOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { rupeesOf } from '../../courses/index.ts'
import { exportList, type ListTable } from '../lists/export-list.ts'
import { type AdminOrderRow, findOrders, orderFilter } from './order-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

const orders: ListTable<AdminOrderRow> = {
  fileName: 'orders.csv',
  action: 'orders-exported',
  kind: 'order',
  log: 'Orders',
  columns: [
    msg`Order`,
    msg`Created at`,
    msg`Status`,
    msg`Buyer`,
    msg`Email`,
    msg`Courses`,
    msg`Bundle`,
    msg`Coupon`,
    msg`List price`,
    msg`Amount`,
    msg`Refunded`,
    msg`Settled at`,
    msg`Provider order`,
    msg`Payment`,
  ],
  lineOf: (row) => [
    row.id,
    row.created_at.toISOString(),
    row.status,
    row.buyer_name,
    row.buyer_email,
    row.courses.map(({ title }) => title).join('; '),
    row.bundle_title ?? '',
    row.coupon_code ?? '',
    rupeesOf(row.list_paise),
    rupeesOf(row.amount_paise),
    rupeesOf(row.refunded_paise),
    row.settled_at?.toISOString() ?? '',
    row.provider_order_id ?? '',
    row.payment_id ?? '',
  ],
  rest: (most) => msg`These are the newest ${{ most }} orders. For older ones filter by time.`,
}

/** The orders of a filter as CSV, newest first. Throws rate_limited. */
export const exportOrders = (
  deps: Deps,
  admin: CurrentUser,
  query: QueryOf<typeof api.adminOrders.export>,
  say: Say,
): Promise<StreamReply> =>
  exportList(deps, admin, orders, {
    query,
    say,
    async open() {
      const filter = await orderFilter(deps.db, deps.config.TIME_ZONE, query)
      return (page) => findOrders(deps.db, page, filter)
    },
  })
