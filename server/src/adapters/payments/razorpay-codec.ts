import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type CheckoutConfirmation,
  InvalidWebhook,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  type SettlementItem,
  type WebhookCall,
  type WebhookEvent,
} from '#ports/payments.ts'

/** Fields of the documented payment entity that decide whether money was received. */
const PaymentState = z.object({
  status: z.string(),
  amount_refunded: z.coerce.number().int().min(0).nullish(),
  /** null, "null", "partial" or "full" */
  refund_status: z.string().nullish(),
})

/** The used fields of the documented payment entity. Amounts are in the currency's smallest unit. */
export const PaymentEntity = PaymentState.extend({
  id: z.string(),
  order_id: z.string().nullable(),
  amount: z.coerce.number().int(),
  currency: z.string(),
})

/** A partly refunded payment keeps the status "captured". */
function readStatus(payment: z.output<typeof PaymentState>): ProviderPayment['status'] {
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

/** The used fields of the documented refund entity. Its `receipt` is our key, or any text if it was made in the dashboard. */
export const RefundEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.coerce.number().int(),
  // an undocumented status must be assumed to have moved money
  status: z.enum(['pending', 'processed', 'failed']).catch('pending'),
  receipt: z.string().nullish(),
})

export const toRefund = (refund: z.output<typeof RefundEntity>): ProviderRefund => ({
  id: refund.id,
  paymentId: refund.payment_id,
  amount: refund.amount,
  status: refund.status,
  key: refund.receipt || null,
})

const seconds = (value: number | null | undefined): Date | null => (value ? new Date(value * 1000) : null)

/** The used fields of the documented dispute entity. */
export const DisputeEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.coerce.number().int().positive(),
  amount_deducted: z.coerce.number().int().min(0).default(0),
  // an undocumented status is not a decision
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']).catch('under_review'),
  phase: z.string().default(''),
  reason_code: z.string().nullish(),
  respond_by: z.number().nullish(),
})

export const toDispute = (dispute: z.output<typeof DisputeEntity>): ProviderDispute => ({
  id: dispute.id,
  paymentId: dispute.payment_id,
  amount: dispute.amount,
  deducted: dispute.amount_deducted,
  status: dispute.status,
  phase: dispute.phase,
  reason: dispute.reason_code ?? '',
  respondBy: seconds(dispute.respond_by),
})

/** The used fields of a line of the documented settlement reconciliation. The fee includes its tax. */
export const SettlementLine = z.object({
  entity_id: z.string(),
  type: z.string(),
  debit: z.coerce.number().int().default(0),
  credit: z.coerce.number().int().default(0),
  amount: z.coerce.number().int(),
  fee: z.coerce.number().int().default(0),
  settlement_id: z.string().nullish(),
  settled_at: z.number().nullish(),
  order_id: z.string().nullish(),
})

/** A payment's credit is its amount minus the fee; the port has them separately. */
export const toSettlementItem = (line: z.output<typeof SettlementLine>): SettlementItem => ({
  kind: line.type === 'payment' || line.type === 'refund' ? line.type : 'other',
  id: line.entity_id,
  orderId: line.order_id ?? null,
  amount: line.credit - line.debit + line.fee,
  fee: line.fee,
  settlementId: line.settlement_id || null,
  settledAt: seconds(line.settled_at),
})

/** Returns the HMAC-SHA256 in hexadecimal, as documented by the provider. */
const sign = (secret: string, message: string | Buffer): string =>
  createHmac('sha256', secret).update(message).digest('hex')

/** Compares in constant time; malformed signatures do not match. */
function signatureFits(secret: string, message: string | Buffer, signature: string): boolean {
  const expected = Buffer.from(sign(secret, message))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export const signConfirmation = (secret: string, orderId: string, paymentId: string): string =>
  sign(secret, `${orderId}|${paymentId}`)

export const confirmationFits = (secret: string, { orderId, paymentId, signature }: CheckoutConfirmation): boolean =>
  signatureFits(secret, `${orderId}|${paymentId}`, signature)

const signatureHeader = 'x-razorpay-signature'
const eventHeader = 'x-razorpay-event-id'

/** Returns a webhook call about entities (a payment, and its refund or dispute) in the format of the provider. */
export function encodeWebhook(
  secret: string,
  event: string,
  entities: { payment: object; refund?: object; dispute?: object },
  eventId?: string,
): WebhookCall {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
  const rawBody = Buffer.from(JSON.stringify({ entity: 'event', event, contains: Object.keys(entities), payload }))
  const headers = { 'content-type': 'application/json', [signatureHeader]: sign(secret, rawBody) }
  return { headers: { ...headers, ...(eventId && { [eventHeader]: eventId }) }, rawBody }
}

const captureEvents = new Set(['payment.captured', 'order.paid'])

/**
 * Returns the kind of a webhook event. The payment entity in it decides: a "captured" event about a payment that is not, or no longer,
 * captured is not a capture.
 */
function kindOf(event: string, payment: unknown): WebhookEvent['kind'] {
  if (event.startsWith('refund.')) return 'refund'
  if (event.startsWith('payment.dispute.')) return 'dispute'
  if (!captureEvents.has(event)) return 'other'
  const state = PaymentState.safeParse(payment)
  return !state.success || readStatus(state.data) === 'captured' ? 'captured' : 'other'
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const child = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined // checked to be an object
const short = (value: string | null): string | null => value?.slice(0, 100) ?? null

/**
 * Verifies and parses a webhook call; returns null when it contains no payment of an order. Throws InvalidWebhook when the signature over
 * the raw bytes is missing or wrong, or the body is not JSON.
 */
export function decodeWebhook(secret: string, { headers, rawBody }: WebhookCall): WebhookEvent | null {
  const signature = headers[signatureHeader]
  if (typeof signature !== 'string' || !signatureFits(secret, rawBody, signature))
    throw new InvalidWebhook('The signature of the webhook is missing or wrong')
  let body: unknown
  try {
    body = JSON.parse(rawBody.toString('utf8'))
  } catch (cause) {
    throw new InvalidWebhook('The body of the webhook is no JSON', { cause })
  }
  const entity = (name: string): unknown => child(child(child(body, 'payload'), name), 'entity')
  const [payment, order] = [entity('payment'), entity('order')]
  const orderId = text(child(payment, 'order_id')) ?? text(child(order, 'id'))
  const paymentId = text(child(payment, 'id'))
  if (!orderId || !paymentId) return null
  const [amount, currency] = [child(payment ?? order, 'amount'), child(payment ?? order, 'currency')]
  const name = text(child(body, 'event')) ?? ''
  return {
    id: short(text(headers[eventHeader])),
    name: name.slice(0, 100),
    kind: kindOf(name, payment),
    orderId,
    paymentId,
    disputeId: text(child(entity('dispute'), 'id')),
    amount: amount === undefined ? null : Number.isInteger(amount) ? Number(amount) : Number.NaN,
    currency: currency === undefined ? null : String(currency),
  }
}
