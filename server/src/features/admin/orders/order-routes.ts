import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { refundByAdmin, resendInvoiceByAdmin, resolveFindingByAdmin, retryRefundByAdmin } from './change-order.ts'
import { exportOrders } from './export-orders.ts'
import { countOrders, findOrders, orderFilter } from './order-queries.ts'
import { presentOrder } from './present-orders.ts'
import { readMoney, readOrder } from './read-order.ts'

/** Endpoints with which admins see orders and money, and refund. */
export function registerOrderRoutes(routes: Routes, deps: FeatureDeps): void {
  const { db, config } = deps
  serve(
    routes.admin,
    api.adminOrders.list,
  )(async ({ query }) => {
    const filter = await orderFilter(db, config.TIME_ZONE, query)
    const [{ rows, ...beside }, total] = await Promise.all([findOrders(db, query, filter), countOrders(db, filter)])
    return { orders: rows.map(presentOrder), total, ...beside }
  })
  serve(routes.admin, api.adminOrders.export)(({ query, say, viewer }) => exportOrders(deps, viewer, query, say))
  serve(routes.admin, api.adminOrders.read)(({ params, say }) => readOrder(deps, params.orderId, say))
  serve(
    routes.admin,
    api.adminOrders.refund,
  )(async ({ params, body, say, viewer }) => {
    const amount = body.amount === undefined ? null : Math.round(body.amount * 100)
    await refundByAdmin(deps, viewer, params.orderId, { amount, reason: body.reason })
    return { message: say(msg`The refund is on its way`) }
  })
  serve(
    routes.admin,
    api.adminOrders.retryRefund,
  )(async ({ params, say, viewer }) => {
    await retryRefundByAdmin(deps, viewer, params.refundId)
    return { message: say(msg`The refund is sent again`) }
  })
  serve(
    routes.admin,
    api.adminOrders.resendInvoice,
  )(async ({ params, say, viewer }) => {
    await resendInvoiceByAdmin(deps, viewer, params.orderId)
    return { message: say(msg`The mail is on its way`) }
  })
  serve(routes.admin, api.adminOrders.money)(({ say }) => readMoney(deps, say))
  serve(
    routes.admin,
    api.adminOrders.resolveFinding,
  )(async ({ params, body, say, viewer }) => {
    await resolveFindingByAdmin(deps, viewer, params.findingId, body.note)
    return { message: say(msg`Closed`) }
  })
}
