import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { reconcilePayments, refundJob } from './job-kinds.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { refundPayment } from './refund-payment.ts'

export const enrolmentJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(refundJob, (refund) => refundPayment(deps, refund)),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
]
