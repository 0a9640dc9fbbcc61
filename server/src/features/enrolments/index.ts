import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { compareWithProvider, readSettlements } from './compare-with-provider.ts'
import { compareDays, compareRecent, olderRefundJob, reconcilePayments, sendRefundJob } from './jobs.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { sendOlderRefund, sendRefund } from './send-refund.ts'

export { resolveFinding } from './compare-with-provider.ts'
export { accessEnded, paymentRefunded, studentEnrolled } from './jobs.ts'
export { titleOf } from './list-purchases.ts'
export { recordEvents } from './queries.ts'
export { refundOrder, retryRefund } from './refund-order.ts'
export { registerEnrolments } from './routes.ts'
export { findSales } from './sales-queries.ts'

/** Binds the jobs here, because the handlers enqueue jobs themselves: `jobs.ts` must not import them. */
export const enrolmentJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(sendRefundJob, ({ refundId }) => sendRefund(deps, refundId)),
  handleJob(olderRefundJob, (refund) => sendOlderRefund(deps, refund)),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
  handleJob(compareRecent, () => compareWithProvider(deps, 3), '17 * * * *'),
  handleJob(
    compareDays,
    async () => {
      await compareWithProvider(deps, 72)
      await readSettlements(deps, 3)
    },
    '41 20 * * *',
  ),
]
