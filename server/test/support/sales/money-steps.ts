import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { post } from '#features/ledger/index.ts'
import { confirmRun, markRunPaid } from '#features/payouts/index.ts'
import { confirmPurchase } from '#features/sales/checkout/confirm-purchase.ts'
import { handleWebhook } from '#features/sales/checkout/handle-webhook.ts'
import { applyDispute } from '#features/sales/disputes/apply-dispute.ts'
import { withdrawPurchase } from '#features/sales/refunds/refund-order.ts'
import { sendRefund } from '#features/sales/refunds/send-refund.ts'

type Confirmation = { orderId: string; paymentId: string; signature: string }

/** What a process can be killed in the middle of. Each can be done again from its beginning. */
export const steps = {
  settle: (deps: FeatureDeps, { userId, confirmation }: { userId: string; confirmation: Confirmation }) =>
    confirmPurchase(deps, userId, confirmation),
  webhook: (deps: FeatureDeps, { headers, body }: { headers: Record<string, string>; body: string }) =>
    handleWebhook(deps, { headers, rawBody: Buffer.from(body) }),
  /** What the webhook and the comparison do with a dispute. */
  async dispute(deps: FeatureDeps, { disputeId }: { disputeId: string }) {
    const dispute = await deps.payments.fetchDispute(disputeId)
    if (dispute) await applyDispute(deps, dispute)
  },
  async refund(deps: FeatureDeps, { userId, orderId }: { userId: string; orderId: string }) {
    await withdrawPurchase(deps, { id: userId }, orderId)
    const refunds = await deps.db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute()
    for (const { id } of refunds) await sendRefund(deps, id)
  },
  async payout(deps: FeatureDeps, { runId, adminId }: { runId: string; adminId: string }) {
    await transact(deps.db, async (tx) => {
      const { postings } = await confirmRun(deps, tx, { runId, adminId, mayConfirm: true })
      await post(tx, deps, postings)
    })
    await transact(deps.db, async (tx) => {
      const { postings } = await markRunPaid(deps, tx, runId, 'UTR1')
      await post(tx, deps, postings)
    })
  },
}
export type Step = keyof typeof steps
