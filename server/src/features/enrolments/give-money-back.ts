import { transact } from '#db/executor.ts'
import type { FeatureDeps } from '../deps.ts'
import { announceRefund } from './job-kinds.ts'
import { findRefundedOrder, markRefunded } from './queries.ts'

/** Refunds a payment that came twice, and has its payer told. Amount in paise. Repeating it changes nothing. */
export async function giveMoneyBack(
  deps: Pick<FeatureDeps, 'db' | 'enqueue' | 'log' | 'payments'>,
  { paymentId, amount, orderId }: { paymentId: string; amount: number; orderId?: string | undefined },
): Promise<void> {
  await deps.payments.refund({ id: paymentId, amount })
  await transact(deps.db, async (tx) => {
    await markRefunded(tx, paymentId)
    const order = await findRefundedOrder(tx, { orderId, paymentId })
    if (order)
      await deps.enqueue(tx, announceRefund, { userId: order.user_id, courseId: order.course_id, paymentId, amount })
  })
  deps.log.info({ paymentId, amount }, 'a payment that came twice was refunded')
}
