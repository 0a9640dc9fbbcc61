import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { reconcilePayments, refundJob } from './jobs.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { refundPayment } from './refund-payment.ts'

export { paymentRefunded, type RefundReason, studentEnrolled } from './jobs.ts'
export { registerEnrolments } from './routes.ts'
export { findSales } from './sales-queries.ts'

/** Binds the jobs here, because the handlers enqueue jobs themselves: `jobs.ts` must not import them. */
export const enrolmentJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(refundJob, (refund) => refundPayment(deps, refund)),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
]
