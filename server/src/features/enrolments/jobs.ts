import { handleJob, type JobHandler } from '#jobs/define.ts'
import type { FeatureDeps } from '../deps.ts'
import { giveMoneyBack } from './give-money-back.ts'
import { reconcilePayments, refundPayment } from './job-kinds.ts'
import { reconcileOrders } from './reconcile-orders.ts'

export const enrolmentJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(refundPayment, (refund) => giveMoneyBack(deps, refund)),
  handleJob(reconcilePayments, () => reconcileOrders(deps), '* * * * *'),
]
