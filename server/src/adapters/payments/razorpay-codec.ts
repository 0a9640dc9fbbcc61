import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type CheckoutConfirmation,
  InvalidWebhook,
  type ProviderPayment,
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

/** HMAC-SHA256 in hexadecimal, as the provider documents it. */
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

/** Returns a webhook call about a payment in the format of the provider. */
export function encodeWebhook(secret: string, event: string, payment: object): WebhookCall {
  const body = { entity: 'event', event, contains: ['payment'], payload: { payment: { entity: payment } } }
  const rawBody = Buffer.from(JSON.stringify(body))
  return { headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, rawBody) }, rawBody }
}

const captureEvents = new Set(['payment.captured', 'order.paid'])

/**
 * Returns the kind of a webhook event. The payment entity in it decides: a captured event about a payment that is not captured, or not
 * any more, is not a capture.
 */
function kindOf(event: unknown, payment: unknown): WebhookEvent['kind'] {
  if (typeof event === 'string' && event.startsWith('refund.')) return 'refunded'
  if (typeof event !== 'string' || !captureEvents.has(event)) return 'other'
  const state = PaymentState.safeParse(payment)
  return !state.success || readStatus(state.data) === 'captured' ? 'captured' : 'other'
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const child = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined // checked to be an object

/**
 * Verifies and parses a webhook call; null when it names no payment of an order. Throws InvalidWebhook when the signature over the raw
 * bytes is missing or wrong, or the body is not JSON.
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
  const payment = child(child(child(body, 'payload'), 'payment'), 'entity')
  const order = child(child(child(body, 'payload'), 'order'), 'entity')
  const orderId = text(child(payment, 'order_id')) ?? text(child(order, 'id'))
  const paymentId = text(child(payment, 'id'))
  if (!orderId || !paymentId) return null
  const [amount, currency] = [child(payment ?? order, 'amount'), child(payment ?? order, 'currency')]
  return {
    kind: kindOf(child(body, 'event'), payment),
    orderId,
    paymentId,
    amount: amount === undefined ? null : Number.isInteger(amount) ? Number(amount) : Number.NaN,
    currency: currency === undefined ? null : String(currency),
  }
}
