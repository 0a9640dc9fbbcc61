import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '#ports/payments.ts'
import { razorpayPayments } from './razorpay.ts'
import { sign } from './signing.ts'

type Seen = { method: string; path: string; body: unknown; authorization: string }
const seen: Seen[] = []
let reply: { status: number; body: unknown } = { status: 200, body: {} }

/** Speaks the provider's documented wire format. */
const server = createServer(async (request, response) => {
  const body = await text(request)
  seen.push({
    method: request.method ?? '',
    path: request.url ?? '',
    body: body && JSON.parse(body),
    authorization: request.headers.authorization ?? '',
  })
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
})
let payments: ReturnType<typeof razorpayPayments>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  payments = razorpayPayments({
    keyId: 'rzp_test_x',
    keySecret: 'shhh',
    webhookSecret: 'hook',
    baseUrl: `http://127.0.0.1:${port}`,
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('opens an order in paise that captures by itself', async () => {
  reply = { status: 200, body: { id: 'order_1' } }
  expect(await payments.createOrder({ amount: 129_950, receipt: 'r1' })).toEqual({ id: 'order_1' })
  const last = seen.at(-1)
  expect(last).toMatchObject({
    method: 'POST',
    path: '/v1/orders',
    body: { amount: 129_950, currency: 'INR', receipt: 'r1', payment_capture: true },
  })
  expect(last?.authorization).toBe(`Basic ${Buffer.from('rzp_test_x:shhh').toString('base64')}`)
})

test('reads payments, and knows which are money', async () => {
  const item = (id: string, status: string) => ({ id, order_id: 'order_1', amount: 100, status })
  reply = {
    status: 200,
    body: { items: [item('a', 'captured'), item('b', 'failed'), item('c', 'authorized'), item('d', 'created')] },
  }
  expect((await payments.paymentsOf('order_1')).map(({ id, status }) => [id, status])).toEqual([
    ['a', 'captured'],
    ['b', 'failed'],
    ['c', 'pending'],
    ['d', 'pending'],
  ])
  reply = { status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } } }
  expect(await payments.findPayment('pay_x', 'order_1')).toBeNull()
})

test('a refund that was made before is no error', async () => {
  reply = {
    status: 400,
    body: { error: { code: 'BAD_REQUEST_ERROR', description: 'The payment has been fully refunded already' } },
  }
  await expect(payments.refund({ id: 'pay_1', amount: 100 })).resolves.toBeUndefined()
})

test('a provider that is down, or answers nonsense, is said to be down', async () => {
  reply = { status: 502, body: {} }
  await expect(payments.createOrder({ amount: 100, receipt: 'r' })).rejects.toThrow(ProviderDown)
  reply = { status: 200, body: { nothing: true } }
  await expect(payments.createOrder({ amount: 100, receipt: 'r' })).rejects.toThrow(ProviderDown)
})

test('believes signatures only', () => {
  const result = { orderId: 'order_1', paymentId: 'pay_1', signature: sign('shhh', 'order_1|pay_1') }
  expect(payments.verifyResult(result)).toBe(true)
  for (const signature of ['', 'x', `${result.signature}0`, result.signature.toUpperCase()])
    expect(payments.verifyResult({ ...result, signature })).toBe(false)
  const raw = Buffer.from(
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","order_id":"order_1","amount":100}}}}',
  )
  expect(payments.readNotice(raw, sign('hook', raw))).toEqual({
    event: 'payment.captured',
    orderId: 'order_1',
    paymentId: 'pay_1',
    amount: 100,
  })
  expect(payments.readNotice(raw, sign('other', raw))).toBeNull()
  expect(payments.readNotice(Buffer.from('nonsense'), sign('hook', 'nonsense'))).toBeNull()
})
