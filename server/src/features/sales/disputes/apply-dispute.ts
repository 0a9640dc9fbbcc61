import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import type { ProviderDispute } from '#ports/payments.ts'
import { findingDetails } from '../findings/finding-details.ts'
import { clearFinding } from '../findings/finding-queries.ts'
import { report } from '../findings/findings.ts'
import { findOrder } from '../queries.ts'
import { syncRefunds } from '../refunds/refund-outcomes.ts'
import { findDispute } from '../refunds/refund-queries.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { recordDispute } from './disputes.ts'

/**
 * Records a dispute as the provider reports it, together with its payment and refunds. If no order has that payment, reports a finding and
 * returns false.
 */
export async function applyDispute(
  deps: FeatureDeps,
  dispute: ProviderDispute,
  providerOrderId = '',
): Promise<boolean> {
  const payment = await deps.payments.fetchPayment(dispute.paymentId, providerOrderId)
  const order = payment ? await findOrder(deps.db, payment.orderId) : undefined
  if (payment && order) {
    // a refund whose reply was lost was made before the dispute, and is not part of what it deducts
    await syncRefunds(deps, payment.id, order.id)
    if (await recordDispute(deps, order.id, dispute)) return reportChange(deps, order.id, dispute)
    // the payment was not booked before it was disputed
    if (payment.status === 'captured') await settlePayment(deps, payment)
    if (await recordDispute(deps, order.id, dispute)) return reportChange(deps, order.id, dispute)
  }
  const detail = english(findingDetails.unknownDispute(dispute.id, dispute.status, dispute.paymentId))
  const about = { subject: dispute.id, orderId: order?.id ?? null, amount: dispute.amount }
  await report(deps, { ...about, kind: 'dispute-differs', detail })
  return false
}

/** Reports a finding when the bank changes a dispute that has already ended here; closes the finding once the difference is gone. */
async function reportChange(deps: FeatureDeps, orderId: string, dispute: ProviderDispute): Promise<true> {
  const here = (await findDispute(deps.db, dispute.id))?.status
  const detail = english(findingDetails.disputeMoved(String(here), dispute.status))
  const about = { subject: dispute.id, orderId, amount: dispute.amount }
  const kind = 'dispute-differs'
  if (here === dispute.status) await clearFinding(deps.db, { kind, subject: dispute.id }, deps.clock.now())
  else await report(deps, { ...about, kind, detail })
  return true
}
