import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import {
  addUpSalesJob,
  compareDays,
  compareRecent,
  olderRefundJob,
  readSettlementsJob,
  reconcilePayments,
  sendRefundJob,
} from './jobs.ts'
import { readSettlements } from './read-settlements.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { addUpSales } from './sales-queries.ts'
import { sendOlderRefund, sendRefund } from './send-refund.ts'

export { countMoneyProblems } from './finding-queries.ts'
export { resolveFinding } from './findings.ts'
export { accessEnded, paymentRefunded, refundDelayed, studentEnrolled } from './jobs.ts'
export { titleOf } from './list-purchases.ts'
export { recordEvents } from './order-events.ts'
export { refundOrder, retryRefund } from './refund-order.ts'
export { registerEnrolments } from './routes.ts'
export { findSales } from './sales-queries.ts'

/** Binds the jobs here, because the handlers enqueue jobs themselves: `jobs.ts` must not import them. */
export const enrolmentJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(sendRefundJob, ({ refundId }) => sendRefund(deps, refundId)),
  handleJob(olderRefundJob, (refund) => sendOlderRefund(deps, refund)),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
  handleJob(compareRecent, () => compareWithProvider(deps, { hours: 3, afterSaleHours: 3 }), '17 * * * *'),
  // banks return refunds after days
  handleJob(compareDays, () => compareWithProvider(deps, { hours: 72, afterSaleHours: 21 * 24 }), '41 20 * * *'),
  handleJob(addUpSalesJob, () => addUpSales(deps.db, deps.config.TIME_ZONE, deps.clock.now()), '* * * * *'),
  handleJob(readSettlementsJob, () => readSettlements(deps), '11 21 * * *'),
]
