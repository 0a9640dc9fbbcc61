import { api } from '@virtual-courses/contract'
import { razorpayPayments } from '#adapters/payments/razorpay.ts'
import type { OrderRow } from '#db/schema.ts'
import { checkLedger, findEducatorBalance } from '#features/ledger/index.ts'
import { createTestApp, type TestApp, type TestUser } from '../create-test-app.ts'
import { makeCourse } from '../make-course.ts'
import { type RazorpayServer, razorpayKeys, razorpaySigner, startRazorpayServer } from '../services/razorpay-server.ts'
import { confirmation, sendWebhook } from './pay.ts'

const { keySecret, webhookSecret: secret } = razorpayKeys

/** A site that sells through a fake of Razorpay and keeps 10 %. */
export type Shop = { app: TestApp; books: RazorpayServer; admin: TestUser; close: () => Promise<void> }

export async function openShop(): Promise<Shop> {
  const books = await startRazorpayServer()
  const payments = razorpayPayments({ ...razorpayKeys, baseUrl: books.url, timeoutMs: 5000 })
  const app = await createTestApp({ overrides: { payments } })
  books.now = () => app.deps.clock.now().getTime()
  app.deps.settings.current = () => ({ ...app.deps.settings.defaults, platformFeePercent: 10 })
  const close = async (): Promise<void> => {
    await app.close()
    books.close()
  }
  return { app, books, admin: await app.makeUser('admin'), close }
}

/** Ends what a test made the provider do, and returns what is wrong with the ledger. */
export async function settleShop({ app, books }: Shop): Promise<string[]> {
  books.reply = undefined
  books.loseAnswers = false
  books.fault = undefined
  books.refuseRefunds = undefined
  books.refundsBecome = 'processed'
  return (await checkLedger(app.deps.db, new Date())).problems
}

/** A course that a student bought, and what can happen to the purchase. `price` in rupees. */
export async function sell({ app, books }: Shop, price = 499) {
  const educator = await app.makeUser('educator')
  const course = await makeCourse(educator, { title: 'Joins', price })
  const student = await app.makeUser()
  const order = await student.call(api.enrolments.createOrder, { body: { courseId: course._id } })
  const payment = books.pay(order.id)
  const pay = () => student.call(api.enrolments.verifyPayment, { body: confirmation(order.id, payment.id, keySecret) })
  await pay()
  const row = (): Promise<OrderRow> =>
    app.deps.db.selectFrom('orders').selectAll().where('provider_order_id', '=', order.id).executeTakeFirstOrThrow()
  const { id } = await row()
  const enrolled = async () =>
    (await student.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled
  const refunds = () =>
    app.deps.db.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('created_at').execute()
  const owed = async () => (await findEducatorBalance(app.deps.db, educator.user._id, app.deps.clock.now())).owed
  const disputed = async (changes: Parameters<RazorpayServer['dispute']>[1]) => {
    const dispute = books.dispute(payment.id, changes)
    const { webhookOf } = razorpaySigner(razorpayKeys)
    const entity = { id: payment.id, order_id: order.id, amount: order.amount, currency: 'INR' }
    const call = webhookOf('payment.dispute.created', entity, { dispute: { id: dispute.id } })
    const url = api.enrolments.webhook.path
    return app.server.inject({ method: 'POST', url, headers: call.headers, payload: call.rawBody })
  }
  const report = (event: string) =>
    sendWebhook(app, { orderId: order.id, paymentId: payment.id, amount: order.amount }, { event, secret })
  return { educator, course, student, order, payment, pay, row, id, enrolled, refunds, owed, disputed, report }
}
export type Sale = Awaited<ReturnType<typeof sell>>
