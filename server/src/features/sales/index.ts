import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { addUpSales } from './income/sales-queries.ts'
import {
  addUpSalesJob,
  compareDays,
  compareRecent,
  olderRefundJob,
  readSettlementsJob,
  reconcilePayments,
  sendRefundJob,
} from './jobs.ts'
import { compareWithProvider } from './reconciliation/compare-with-provider.ts'
import { readSettlements } from './reconciliation/read-settlements.ts'
import { reconcileOrders } from './reconciliation/reconcile-orders.ts'
import { sendOlderRefund, sendRefund } from './refunds/send-refund.ts'

export { titleOf } from './checkout/list-purchases.ts'
export { sayFinding } from './findings/finding-details.ts'
export { countMoneyProblems } from './findings/finding-queries.ts'
export { resolveFinding } from './findings/findings.ts'
export { getCompletion } from './income/sales.ts'
export { findSales } from './income/sales-queries.ts'
export { paymentRefunded, refundDelayed } from './jobs.ts'
export { recordEvents } from './queries.ts'
export { refundOrder, retryRefund } from './refunds/refund-order.ts'
export { registerSales } from './routes.ts'

/** Binds the jobs here, because the handlers enqueue jobs themselves: `jobs.ts` must not import them. */
export const salesJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(sendRefundJob, ({ refundId }) => sendRefund(deps, refundId)),
  handleJob(olderRefundJob, (refund) => sendOlderRefund(deps, refund)),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
  handleJob(compareRecent, () => compareWithProvider(deps, { hours: 3, afterSaleHours: 3 }), '17 * * * *'),
  // banks return refunds days later
  handleJob(compareDays, () => compareWithProvider(deps, { hours: 72, afterSaleHours: 21 * 24 }), '41 20 * * *'),
  handleJob(addUpSalesJob, () => addUpSales(deps.db, deps.config.TIME_ZONE, deps.clock.now()), '* * * * *'),
  handleJob(readSettlementsJob, () => readSettlements(deps), '11 21 * * *'),
]
