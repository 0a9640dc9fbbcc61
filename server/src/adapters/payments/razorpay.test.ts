import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '#ports/payments.ts'
import {
  type RazorpayPayment,
  type RazorpayServer,
  razorpayFacts,
  razorpayKeys,
  razorpaySigner,
  startRazorpayServer,
} from '#test/support/services/razorpay-server.ts'
import { conformsToPayments } from './conformance.ts'
import { razorpayPayments } from './razorpay.ts'

conformsToPayments('Razorpay', async () => {
  const fake = await startRazorpayServer()
  return {
    ...razorpaySigner(razorpayKeys),
    facts: razorpayFacts,
    payments: razorpayPayments({ ...razorpayKeys, baseUrl: fake.url }),
    pay: async (orderId, status) => fake.pay(orderId, { status }).id,
    dispute: async (_orderId, paymentId, status) =>
      fake.dispute(paymentId, { status, amount_deducted: status === 'lost' ? 49_900 : 0 }).id,
    refundsBecome(outcome) {
      fake.refundsBecome = outcome
    },
    today: () => new Date(),
    breakDown(how) {
      if (how === 'unreachable') return razorpayPayments({ ...razorpayKeys, baseUrl: 'http://127.0.0.1:1' })
      fake.fault = how
      return razorpayPayments({ ...razorpayKeys, baseUrl: fake.url, timeoutMs: 100 })
    },
    repair() {
      fake.fault = undefined
    },
    close: fake.close,
  }
})

let server: RazorpayServer
let payments: ReturnType<typeof razorpayPayments>
beforeAll(async () => {
  server = await startRazorpayServer()
  payments = razorpayPayments({ ...razorpayKeys, baseUrl: server.url })
})
afterEach(() => {
  server.reply = undefined
})
afterAll(() => server.close())

test('opens an order in paise whose payment is captured automatically', async () => {
  server.reply = { status: 200, body: { id: 'order_1' } }
  expect(await payments.createOrder({ amount: 129_950, receipt: 'r1' })).toEqual({ id: 'order_1' })
  const last = server.calls.at(-1)
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
    'refunded in part, which the provider still reports as captured',
    { amount_refunded: 40, refund_status: 'partial' },
    'refunded',
    40,
  ],
  ['failed', { status: 'failed' }, 'failed', 0],
  ['authorized', { status: 'authorized' }, 'pending', 0],
  ['created', { status: 'created' }, 'pending', 0],
])('returns a payment that is %s', async (_what, changes, status, refunded) => {
  const { id } = server.pay('order_1', { amount: 100, ...changes })
  expect(await payments.fetchPayment(id, 'order_1')).toEqual({
    id,
    orderId: 'order_1',
    amount: 100,
    currency: 'INR',
    status,
    refunded,
  })
})

test('returns the currency of a payment, and null for an unknown one', async () => {
  const { id } = server.pay('order_2', { amount: 100, currency: 'USD' })
  expect((await payments.fetchPaymentsOfOrder('order_2')).map(({ currency }) => currency)).toEqual(['USD'])
  expect(await payments.fetchPayment(id, 'order_2')).toMatchObject({ currency: 'USD' })
  expect(await payments.fetchPayment('pay_x', 'order_2')).toBeNull()
})

test('has no secret in the errors of a call', async () => {
  const broken = [
    razorpayPayments({ ...razorpayKeys, keySecret: 'very-secret', baseUrl: 'http://127.0.0.1:1' }),
    razorpayPayments({ ...razorpayKeys, keySecret: 'very-secret', baseUrl: server.url }),
  ]
  server.fault = 'error'
  for (const { refundPayment, fetchPayment } of broken)
    for (const call of [
      refundPayment({ paymentId: 'pay_1', amount: 100, key: 'refund-1-1' }),
      fetchPayment('pay_1', ''),
    ]) {
      const error = await call.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ProviderDown)
      // as the job queue stores it
      const { cause } = error as Error
      const kept = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify({ error, cause })
      expect(kept).not.toContain('very-secret')
      expect(kept).not.toContain(Buffer.from('rzp_test_x:very-secret').toString('base64'))
    }
  server.fault = undefined
})

test.each<[string, number, () => Promise<unknown>, number]>([
  ['reading, when a proxy replies for the provider', 503, () => payments.fetchPayment('pay_1', ''), 2],
  ['reading, when the provider itself replies', 500, () => payments.fetchPayment('pay_1', ''), 1],
  ['opening an order', 503, () => payments.createOrder({ amount: 100, receipt: 'r' }), 1],
  ['a refund', 503, () => payments.refundPayment({ paymentId: 'pay_1', amount: 100, key: 'refund-again-1' }), 1],
])('sends a call again only where it cannot do something twice: %s', async (_what, status, call, times) => {
  server.reply = { status, body: {} }
  const before = server.calls.length
  await expect(call()).rejects.toThrow(ProviderDown)
  expect(server.calls.length - before).toBe(times)
})

test.each([
  ['refund', 'fetchRefunds', 'pending'],
  ['dispute', 'fetchDispute', 'under_review'],
] as const)('takes a %s in a state that is not documented as undecided', async (what, call, status) => {
  const { id } = server.pay('order_3', { amount: 100 })
  if (what === 'refund') {
    const made = server.refund(id, 40)
    server.refunds.set(made.id, { ...made, created_at: 1, status: 'initiated' as 'pending' }) // not documented
    expect(await payments[call](id)).toMatchObject([{ id: made.id, status }])
  } else {
    const made = server.dispute(id, { status: 'arbitration' as 'open' }) // not documented
    expect(await payments[call](made.id)).toMatchObject({ id: made.id, status })
  }
})
