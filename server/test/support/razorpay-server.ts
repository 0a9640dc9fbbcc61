import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { StatedPayment } from '#adapters/payments/conformance.ts'

/** The documented payment entity, as far as the application reads it. */
export type RazorpayPayment = {
  id: string
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
}
type Call = { method: string; path: string; body: unknown; authorization: string }

export type RazorpayServer = {
  url: string
  calls: Call[]
  orders: Map<string, { id: string; amount: number; currency: string }>
  payments: Map<string, RazorpayPayment>
  /** Records a captured payment of an order, with differences. */
  pay(orderId: string, changes?: Partial<RazorpayPayment>): RazorpayPayment
  /** replaces the usual reply while set; "none" never replies */
  reply: { status: number; body: unknown } | 'none' | undefined
  close(): void
}

const problem = (description: string) => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

/** Keys of a merchant for tests. */
export const razorpayKeys = { keyId: 'rzp_test_x', keySecret: 'shhh', webhookSecret: 'hook' }

const hmac = (secret: string, message: string | Buffer): string =>
  createHmac('sha256', secret).update(message).digest('hex')

const entityStates = {
  captured: { status: 'captured', amount_refunded: 0, refund_status: null },
  'partly refunded': { status: 'captured', amount_refunded: 1, refund_status: 'partial' },
  refunded: { status: 'refunded', amount_refunded: 100, refund_status: 'full' },
  failed: { status: 'failed' },
  pending: { status: 'authorized' },
}
const eventNames = { captured: 'payment.captured', refunded: 'refund.processed', failed: 'payment.failed' }

/** What the provider signs with these keys: confirmations of the checkout, and webhooks. */
export function razorpaySigner({ keySecret, webhookSecret }: { keySecret: string; webhookSecret: string }) {
  const signedWebhook = (rawBody: Buffer) => ({
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': hmac(webhookSecret, rawBody) },
    rawBody,
  })
  return {
    signedWebhook,
    /** The spaces are on purpose: the signature is over these bytes, not over what a parser would write. */
    webhookOf(event: string, entity: object) {
      const body = { entity: 'event', event, contains: ['payment'], payload: { payment: { entity } } }
      return signedWebhook(Buffer.from(JSON.stringify(body, null, 1)))
    },
    webhook(event: keyof typeof eventNames, { id, orderId: order_id, amount, currency, status }: StatedPayment) {
      return this.webhookOf(eventNames[event], { id, order_id, amount, currency, ...(status && entityStates[status]) })
    },
    confirm: (orderId: string, paymentId: string) => ({
      orderId,
      paymentId,
      signature: hmac(keySecret, `${orderId}|${paymentId}`),
    }),
  }
}

/** A server that speaks the provider's documented API of orders, payments and refunds. */
export async function startRazorpayServer(): Promise<RazorpayServer> {
  const orders: RazorpayServer['orders'] = new Map()
  const payments: RazorpayServer['payments'] = new Map()
  let count = 0
  const idOf = (prefix: string) => `${prefix}_${String(++count).padStart(14, 'R')}`

  function answer(method: string, path: string, body: { amount?: number; currency?: string }) {
    const [, , kind, id = '', more] = path.split('/')
    if (kind === 'orders' && method === 'POST') {
      const { amount = 0, currency = '' } = body
      if (amount < 100) return problem('The amount must be at least INR 1.00')
      const order = { id: idOf('order'), entity: 'order', amount, currency, status: 'created' }
      orders.set(order.id, order)
      return { status: 200, body: order }
    }
    if (kind === 'orders' && more === 'payments') {
      const items = [...payments.values()].filter((one) => one.order_id === id)
      return { status: 200, body: { entity: 'collection', count: items.length, items } }
    }
    const payment = payments.get(id)
    if (!payment) return problem('The id provided does not exist')
    if (method === 'GET') return { status: 200, body: payment }
    if (payment.status === 'refunded') return problem('The payment has been fully refunded already')
    payments.set(id, { ...payment, status: 'refunded', amount_refunded: payment.amount, refund_status: 'full' })
    return { status: 200, body: { id: idOf('rfnd'), entity: 'refund', payment_id: id, status: 'processed' } }
  }

  const http = createServer(async (request, response) => {
    const sent = await text(request)
    const { method = '', url = '', headers } = request
    const body = sent === '' ? {} : JSON.parse(sent)
    server.calls.push({ method, path: url, body, authorization: headers.authorization ?? '' })
    const reply = server.reply ?? answer(method, url, body)
    if (reply === 'none') return
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // listening on TCP
  const server: RazorpayServer = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    orders,
    payments,
    pay(orderId, changes = {}) {
      const amount = orders.get(orderId)?.amount ?? 0
      const made = { currency: 'INR', status: 'captured' as const, amount_refunded: 0, refund_status: null }
      const payment = { id: idOf('pay'), order_id: orderId, amount, ...made, ...changes }
      payments.set(payment.id, payment)
      return payment
    },
    reply: undefined,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}
