import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentNotice, SignedResult } from '#ports/payments.ts'
import { statusIn } from './payment-entity.ts'

/** HMAC-SHA256 in hexadecimal, as the provider documents it. */
export const sign = (secret: string, message: string | Buffer): string =>
  createHmac('sha256', secret).update(message).digest('hex')

/** Compares in constant time; malformed signatures are just wrong. */
export function signatureFits(secret: string, message: string | Buffer, signature: string): boolean {
  const expected = Buffer.from(sign(secret, message))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export const resultFits = (secret: string, { orderId, paymentId, signature }: SignedResult): boolean =>
  signatureFits(secret, `${orderId}|${paymentId}`, signature)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const child = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined // checked to be an object

/** Reads the provider's documented webhook body; null when the signature over the raw bytes is wrong or it is no JSON. */
export function readNotice(secret: string, rawBody: Buffer, signature: string): PaymentNotice | null {
  if (!signatureFits(secret, rawBody, signature)) return null
  let body: unknown
  try {
    body = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return null
  }
  const payment = child(child(child(body, 'payload'), 'payment'), 'entity')
  const order = child(child(child(body, 'payload'), 'order'), 'entity')
  const named = payment ?? order
  const amount = child(named, 'amount')
  return {
    event: text(child(body, 'event')) ?? '',
    orderId: text(child(payment, 'order_id')) ?? text(child(order, 'id')),
    paymentId: text(child(payment, 'id')),
    amount: amount === undefined ? null : Number.isInteger(amount) ? Number(amount) : Number.NaN,
    currency: child(named, 'currency') === undefined ? null : String(child(named, 'currency')),
    status: statusIn(payment),
  }
}
