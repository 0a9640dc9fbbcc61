import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { listPurchases, readPurchase } from './list-purchases.ts'
import { withdrawPurchase } from './refund-order.ts'

/** Serves the students' own purchases. */
export function registerOrders(routes: Routes, deps: FeatureDeps): void {
  serve(routes.student, api.orders.list)(({ query, viewer }) => listPurchases(deps, viewer.id, query))
  serve(
    routes.student,
    api.orders.refund,
  )(async ({ params, viewer }) => {
    await withdrawPurchase(deps, viewer, params.orderId)
    const order = await readPurchase(deps, viewer.id, params.orderId)
    return { order, message: 'Your refund is on its way' }
  })
}
