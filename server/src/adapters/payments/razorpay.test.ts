import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '#ports/payments.ts'
import { type RazorpayPayment, type RazorpayServer, startRazorpayServer } from '#test/support/razorpay-server.ts'
import { conformanceKeys, conformsToPayments } from './conformance.ts'
import { razorpayPayments } from './razorpay.ts'

conformsToPayments('Razorpay', async () => {
  const books = await startRazorpayServer()
  return {
    payments: razorpayPayments({ ...conformanceKeys, baseUrl: books.url }),
    pay: async (orderId, status) => books.pay(orderId, { status }).id,
    close: books.close,
  }
})

let server: RazorpayServer
let payments: ReturnType<typeof razorpayPayments>
beforeAll(async () => {
  server = await startRazorpayServer()
  payments = razorpayPayments({ ...conformanceKeys, baseUrl: server.url })
})
afterEach(() => {
  server.reply = undefined
})
afterAll(() => server.close())

test('opens an order in paise that captures by itself', async () => {
  server.reply = { status: 200, body: { id: 'order_1' } }
  expect(await payments.createOrder({ amount: 129_950, receipt: 'r1' })).toEqual({ id: 'order_1' })
  const last = server.asked.at(-1)
  expect(last).toMatchObject({
    method: 'POST',
    path: '/v1/orders',
    body: { amount: 129_950, currency: 'INR', receipt: 'r1', payment_capture: true },
  })
  expect(last?.authorization).toBe(`Basic ${Buffer.from('rzp_test_x:shhh').toString('base64')}`)
})

test.each<[string, Partial<RazorpayPayment>, string, number]>([
  ['captured', { status: 'captured' }, 'captured', 0],
  ['refunded', { status: 'refunded', amount_refunded: 100, refund_status: 'full' }, 'refunded', 100],
  [
    'refunded in part, which the provider still calls captured',
    { amount_refunded: 40, refund_status: 'partial' },
    'refunded',
    40,
  ],
  ['failed', { status: 'failed' }, 'failed', 0],
  ['authorized', { status: 'authorized' }, 'pending', 0],
  ['created', { status: 'created' }, 'pending', 0],
])('knows what a payment is that was %s', async (_what, changes, status, refunded) => {
  const { id } = server.pay('order_1', { amount: 100, ...changes })
  expect(await payments.findPayment(id, 'order_1')).toEqual({
    id,
    orderId: 'order_1',
    amount: 100,
    currency: 'INR',
    status,
    refunded,
  })
})

test('reads the currency of a payment, and knows what is not there', async () => {
  const { id } = server.pay('order_2', { amount: 100, currency: 'USD' })
  expect((await payments.paymentsOf('order_2')).map(({ currency }) => currency)).toEqual(['USD'])
  expect(await payments.findPayment(id, 'order_2')).toMatchObject({ currency: 'USD' })
  expect(await payments.findPayment('pay_x', 'order_2')).toBeNull()
})

test('a provider that is down, or answers nonsense, is said to be down', async () => {
  server.reply = { status: 502, body: {} }
  await expect(payments.createOrder({ amount: 100, receipt: 'r' })).rejects.toThrow(ProviderDown)
  server.reply = { status: 200, body: { nothing: true } }
  await expect(payments.createOrder({ amount: 100, receipt: 'r' })).rejects.toThrow(ProviderDown)
})
