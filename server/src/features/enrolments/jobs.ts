import { handleJob, type JobHandler } from '#jobs/define.ts'
import type { FeatureDeps } from '../deps.ts'
import { reconcilePayments, refundPayment } from './job-kinds.ts'
import { markRefunded } from './queries.ts'
import { reconcileOrders } from './reconcile-orders.ts'

export const enrolmentJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(refundPayment, async ({ paymentId, amount }) => {
    await deps.payments.refund({ id: paymentId, amount })
    await markRefunded(deps.db, paymentId)
    deps.log.info({ paymentId, amount }, 'a payment that came twice was refunded')
  }),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
]
