import { api, confirmationFields } from '@virtual-courses/contract'
import type { TestApp, TestUser } from '../create-test-app.ts'
import { razorpaySigner } from '../services/razorpay-server.ts'

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

/** The fields with which the page passes on what the checkout hands to it after a payment. */
export const confirmation = (orderId: string, paymentId = newPaymentId(), secret = keySecret) =>
  confirmationFields(razorpaySigner({ keySecret: secret, webhookSecret }).confirm(orderId, paymentId))

/** A webhook call as the provider makes it. */
export function sendWebhook(
  app: TestApp,
  payment: { orderId: string; paymentId: string; amount: number },
  options: { event?: string; secret?: string; headers?: Record<string, string>; entity?: object } = {},
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
  const call = razorpaySigner({ keySecret, webhookSecret: secret }).webhookOf(event, entity)
  const headers = { ...call.headers, ...options.headers }
  return app.server.inject({ method: 'POST', url: api.enrolments.webhook.path, headers, payload: call.rawBody })
}

/** Buys a course to the end. */
export async function buy(student: TestUser, courseId: string): Promise<void> {
  const order = await student.call(api.enrolments.createOrder, { body: { courseId } })
  if (!order.enrolled) await student.call(api.enrolments.verifyPayment, { body: confirmation(order.id) })
}

/** Takes back a purchase as the student does, within the days for it. */
export async function withdraw(app: TestApp, student: TestUser): Promise<void> {
  const { id: orderId } = await app.deps.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', student.user._id)
    .executeTakeFirstOrThrow()
  await student.call(api.orders.refund, { params: { orderId } })
}
