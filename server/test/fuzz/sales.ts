import { createHmac, randomBytes } from 'node:crypto'
import type { Actor } from './requests.ts'
import type { World } from './world.ts'

/** Secrets of the payment sandbox of the server that the fuzzer starts. */
export const paymentKeys = {
  RAZORPAY_KEY_ID: 'rzp_sandbox_fuzz',
  RAZORPAY_KEY_SECRET: 'a-key-secret-for-the-fuzzer',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-for-the-fuzzer',
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Buys a course as the student, and tells the server by the browser or by the provider. */
export async function pay(world: World, courseId: string, how: 'verify' | 'webhook'): Promise<void> {
  const order = await world.call('enrolments.createOrder', 'student', { body: { courseId } })
  const paymentId = `pay_${randomBytes(7).toString('hex')}`
  if (how === 'verify')
    await world.call('enrolments.verifyPayment', 'student', {
      body: {
        razorpay_order_id: order?.id,
        razorpay_payment_id: paymentId,
        razorpay_signature: hmac(paymentKeys.RAZORPAY_KEY_SECRET, `${order?.id}|${paymentId}`),
      },
    })
  const entity = { id: paymentId, order_id: order?.id, amount: order?.amount, currency: 'INR', status: 'captured' }
  const event = { entity: 'event', event: 'payment.captured', contains: ['payment'], payload: { payment: { entity } } }
  await world.call('enrolments.webhook', 'visitor', {
    body: event,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': hmac(paymentKeys.RAZORPAY_WEBHOOK_SECRET, JSON.stringify(event)),
    },
  })
}

/** Sales that a student and an admin refund. */
export async function refundSales(world: World, courseId: string): Promise<void> {
  const newest = async (id: string, actor: Actor) => {
    const { orders = [] } = ((await world.call(id, actor, { query: { limit: 1 } })) ?? {}) as {
      orders?: Record<string, unknown>[]
    }
    return { orderId: orders[0]?._id }
  }
  await world.call('orders.refund', 'student', { path: await newest('orders.list', 'student') })
  await pay(world, courseId, 'verify')
  const path = await newest('adminOrders.list', 'admin')
  await world.call('adminOrders.read', 'admin', { path })
  await world.call('adminOrders.resendInvoice', 'admin', { path })
  const invoice = { path: { invoiceId: world.newest('invoiceId') } }
  await world.call('invoices.page', 'admin', invoice)
  await world.call('invoices.pdf', 'admin', invoice)
  await world.call('invoices.billing', 'student')
  const billing = { name: 'Asha', address: '1 Fort', state: '27', gstin: '27AAPFU0939F1ZV' }
  await world.call('invoices.saveBilling', 'student', { body: billing })
  await world.call('adminOrders.refund', 'admin', { path, body: { amount: 1, reason: 'As agreed' } })
  await world.call('adminOrders.export', 'admin')
  await world.call('adminOrders.money', 'admin')
}
