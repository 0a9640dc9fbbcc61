import { createHmac } from 'node:crypto'
import { api } from '@virtual-courses/contract'
import type { TestApp, TestUser } from './create-test-app.ts'

export const keySecret = 'a-key-secret-for-tests'
export const webhookSecret = 'a-webhook-secret-for-tests'
export const paymentKeys = {
  RAZORPAY_KEY_ID: 'rzp_sandbox_tests',
  RAZORPAY_KEY_SECRET: keySecret,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
}

let count = 0
/** A payment id of the provider's form. */
export const newPaymentId = (): string => `pay_${String(++count).padStart(14, 'A')}`

const hmac = (secret: string, message: string): string => createHmac('sha256', secret).update(message).digest('hex')

/** What the checkout hands to the page after a payment. */
export const signedResult = (orderId: string, paymentId = newPaymentId(), secret = keySecret) => ({
  razorpay_order_id: orderId,
  razorpay_payment_id: paymentId,
  razorpay_signature: hmac(secret, `${orderId}|${paymentId}`),
})

/** A webhook call as the provider makes it. */
export function sendNotice(
  app: TestApp,
  payment: { orderId: string; paymentId: string; amount: number },
  options: { event?: string; secret?: string; signature?: string; entity?: object } = {},
) {
  const { event = 'payment.captured', secret = webhookSecret } = options
  const entity = {
    id: payment.paymentId,
    order_id: payment.orderId,
    amount: payment.amount,
    currency: 'INR',
    status: 'captured',
    ...options.entity,
  }
  // Spaces on purpose: the signature is over these bytes, not over what a parser would write again.
  const payload = JSON.stringify(
    { entity: 'event', event, contains: ['payment'], payload: { payment: { entity } } },
    null,
    1,
  )
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': options.signature ?? hmac(secret, payload),
  }
  return app.server.inject({ method: 'POST', url: api.enrolments.webhook.path, headers, payload })
}

/** Buys a course to the end. */
export async function buy(student: TestUser, courseId: string): Promise<void> {
  const order = await student.call(api.enrolments.createOrder, { body: { courseId } })
  if (!order.enrolled) await student.call(api.enrolments.verifyPayment, { body: signedResult(order.id) })
}
