import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

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
type Asked = { method: string; path: string; body: unknown; authorization: string }

export type RazorpayServer = {
  url: string
  asked: Asked[]
  orders: Map<string, { id: string; amount: number; currency: string }>
  payments: Map<string, RazorpayPayment>
  /** Puts a captured payment of an order into the books, with differences. */
  pay(orderId: string, changes?: Partial<RazorpayPayment>): RazorpayPayment
  /** answers in the place of the books while set */
  reply: { status: number; body: unknown } | undefined
  close(): void
}

const problem = (description: string) => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

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
    server.asked.push({ method, path: url, body, authorization: headers.authorization ?? '' })
    const reply = server.reply ?? answer(method, url, body)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // listening on TCP
  const server: RazorpayServer = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
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
