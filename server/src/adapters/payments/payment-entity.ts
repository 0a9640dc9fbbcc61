import { z } from 'zod'
import type { ProviderPayment } from '#ports/payments.ts'

/** What tells whether a payment is money that we hold, in the provider's documented payment entity. */
const Money = z.object({
  status: z.string(),
  amount_refunded: z.coerce.number().int().min(0).nullish(),
  /** null, "null", "partial" or "full" */
  refund_status: z.string().nullish(),
})

/** The provider's documented payment entity, as far as it concerns us. Amounts are in the currency's smallest unit. */
export const PaymentEntity = Money.extend({
  id: z.string(),
  order_id: z.string().nullable(),
  amount: z.coerce.number().int(),
  currency: z.string(),
})

/** A payment of which something was refunded keeps the status "captured" unless all of it was. */
function readStatus(payment: z.output<typeof Money>): ProviderPayment['status'] {
  const returned = payment.refund_status === 'partial' || payment.refund_status === 'full'
  if (payment.status === 'refunded' || returned || (payment.amount_refunded ?? 0) > 0) return 'refunded'
  if (payment.status === 'captured' || payment.status === 'failed') return payment.status
  return 'pending'
}

export const toPayment = (payment: z.output<typeof PaymentEntity>): ProviderPayment => ({
  id: payment.id,
  orderId: payment.order_id ?? '',
  amount: payment.amount,
  currency: payment.currency,
  status: readStatus(payment),
  refunded: payment.amount_refunded ?? (payment.status === 'refunded' ? payment.amount : 0),
})

/** The status of the payment that a webhook event carries; null when it names none. */
export function statusIn(entity: unknown): ProviderPayment['status'] | null {
  const parsed = Money.safeParse(entity)
  return parsed.success ? readStatus(parsed.data) : null
}
