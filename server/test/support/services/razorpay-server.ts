import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ProviderFacts, ProviderFault, StatedPayment } from '#adapters/payments/conformance-provider.ts'
import type { WebhookCall } from '#ports/payments.ts'
import { answerWrongly, type Item } from './provider-faults.ts'

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
/** The documented refund and dispute entities, as far as the application reads them. */
export type RazorpayRefund = {
  id: string
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  receipt: string | null
}
export type RazorpayDispute = {
  id: string
  payment_id: string
  amount: number
  amount_deducted: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: string
  reason_code: string
  respond_by: number
}
type Call = { method: string; path: string; body: unknown; authorization: string }

export type RazorpayServer = {
  url: string
  calls: Call[]
  orders: Map<string, { id: string; amount: number; currency: string }>
  payments: Map<string, RazorpayPayment & { created_at?: number }>
  refunds: Map<string, RazorpayRefund & { created_at: number }>
  disputes: Map<string, RazorpayDispute & { created_at?: number }>
  /** status of refunds that are made from now on */
  refundsBecome: RazorpayRefund['status']
  /** calls that change something are carried out, and their answers are lost */
  loseAnswers: boolean
  /** refunds are refused for good with this text, e.g. since the balance is too low */
  refuseRefunds: string | undefined
  /** every answer goes wrong like this */
  fault: ProviderFault | undefined
  /** where webhooks go; without it none is sent */
  deliver: ((call: WebhookCall) => Promise<unknown>) | undefined
  /** Sends the webhooks of everything that happened since the last time: each `copies` times, the last one first where `backwards`. */
  sendWebhooks(how?: { copies?: number; backwards?: boolean }): Promise<void>
  /** milliseconds since 1970 */
  now: () => number
  /** Records a captured payment of an order, with differences. */
  pay(orderId: string, changes?: Partial<RazorpayPayment>): RazorpayPayment
  /** Makes a refund by hand, as in the provider's dashboard, where the operator may enter a receipt. */
  refund(paymentId: string, amount: number, receipt?: string): RazorpayRefund
  /** Changes the status of a refund that was made. */
  endRefund(id: string, status: 'processed' | 'failed'): void
  dispute(paymentId: string, changes?: Partial<RazorpayDispute>): RazorpayDispute
  /** replaces the usual reply while set */
  reply: { status: number; body: unknown } | undefined
  close(): void
}

const problem = (description: string) => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

/** Keys of a merchant for tests. */
export const razorpayKeys = { keyId: 'rzp_test_x', keySecret: 'shhh', webhookSecret: 'hook' }

/** How Razorpay, and the sandbox, say things. */
export const razorpayFacts: ProviderFacts = {
  unknown: { paymentId: 'pay_AAAAAAAAAAAAAA', disputeId: 'disp_AAAAAAAAAAAAAA' },
  named: { paymentId: 'pay_1', orderId: 'order_1', disputeId: 'disp_1' },
  disputePhase: 'chargeback',
  signsConfirmations: true,
}

const hmac = (secret: string, message: string | Buffer): string =>
  createHmac('sha256', secret).update(message).digest('hex')

const entityStates = {
  captured: { status: 'captured', amount_refunded: 0, refund_status: null },
  'partly refunded': { status: 'captured', amount_refunded: 1, refund_status: 'partial' },
  refunded: { status: 'refunded', amount_refunded: 100, refund_status: 'full' },
  failed: { status: 'failed' },
  pending: { status: 'authorized' },
}
const eventNames = {
  captured: 'payment.captured',
  refunded: 'refund.processed',
  failed: 'payment.failed',
  disputed: 'payment.dispute.created',
}

/** What the provider signs with these keys: confirmations of the checkout, and webhooks. */
export function razorpaySigner({ keySecret, webhookSecret }: { keySecret: string; webhookSecret: string }) {
  const signedWebhook = (rawBody: Buffer) => ({
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': hmac(webhookSecret, rawBody) },
    rawBody,
  })
  return {
    signedWebhook,
    /** The spaces are on purpose: the signature is over these bytes, not over what a parser would write. */
    webhookOf(event: string, entity: object, others: Record<string, object> = {}) {
      const more = Object.fromEntries(Object.entries(others).map(([name, one]) => [name, { entity: one }]))
      const payload = { payment: { entity }, ...more }
      const body = { entity: 'event', event, contains: Object.keys(payload), payload }
      return signedWebhook(Buffer.from(JSON.stringify(body, null, 1)))
    },
    webhook(event: keyof typeof eventNames, { id, orderId: order_id, amount, currency, status }: StatedPayment) {
      const entity = { id, order_id, amount, currency, ...(status && entityStates[status]) }
      return this.webhookOf(
        eventNames[event],
        entity,
        event === 'disputed' ? { dispute: { id: razorpayFacts.named.disputeId } } : {},
      )
    },
    confirm: (orderId: string, paymentId: string) => ({
      orderId,
      paymentId,
      signature: hmac(keySecret, `${orderId}|${paymentId}`),
    }),
  }
}

/** A page of a list that goes on for ever. */
function endlessPage(method: string, url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://provider')
  if (method !== 'GET' || !searchParams.has('count')) return undefined
  const skip = Number(searchParams.get('skip') ?? 0)
  const items = endlessItems(pathname, skip, Number(searchParams.get('count')))
  return { entity: 'collection', count: items.length, items }
}

function endlessItems(path: string, skip: number, count: number): Item[] {
  const paymentId = path.split('/')[3] ?? ''
  const numbered = Array.from({ length: count }, (_, index) => skip + index)
  return numbered.map((number): Item => {
    const money = { amount: 100, currency: 'INR', created_at: 1 }
    if (path.endsWith('/refunds'))
      return { ...money, id: `rfnd_${number}`, payment_id: paymentId, status: 'processed', receipt: null }
    if (path.endsWith('/disputes'))
      return { ...money, id: `disp_${number}`, payment_id: `pay_${number}`, status: 'open', phase: 'fraud' }
    if (path.includes('/settlements')) {
      const settled = { settlement_id: 'setl_endless', settled_at: 1, order_id: null }
      return { entity_id: `pay_${number}`, type: 'payment', credit: 98, debit: 0, amount: 100, fee: 2, ...settled }
    }
    return { ...money, id: `pay_${number}`, order_id: `order_${number}`, status: 'failed' }
  })
}

/** A server that speaks the provider's documented API of orders, payments, refunds, disputes and settlements. */
export async function startRazorpayServer(): Promise<RazorpayServer> {
  const orders: RazorpayServer['orders'] = new Map()
  const payments: RazorpayServer['payments'] = new Map()
  const refunds: RazorpayServer['refunds'] = new Map()
  const disputes: RazorpayServer['disputes'] = new Map()
  const keys = new Map<string, { id: string; body: string }>()
  let count = 0
  const idOf = (prefix: string) => `${prefix}_${String(++count).padStart(14, 'R')}`
  const inSeconds = () => Math.floor(server.now() / 1000)
  const list = (items: readonly object[]) => ({
    status: 200,
    body: { entity: 'collection', count: items.length, items },
  })

  /** Writes the refunds of a payment into its entity, as the provider does. */
  function addUp(paymentId: string): void {
    const payment = payments.get(paymentId)
    if (!payment) return
    const refunded = [...refunds.values()]
      .filter((one) => one.payment_id === paymentId && one.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    const all = refunded === payment.amount
    payments.set(paymentId, {
      ...payment,
      amount_refunded: refunded,
      refund_status: refunded === 0 ? null : all ? 'full' : 'partial',
      status: refunded === 0 ? 'captured' : all ? 'refunded' : 'captured',
    })
  }

  const waiting: WebhookCall[] = []
  const { webhookOf } = razorpaySigner(razorpayKeys)
  /** Keeps the webhook of what happened, as things are at this moment. */
  function note(event: string, paymentId: string, others: Record<string, object> = {}): void {
    const payment = payments.get(paymentId)
    if (!payment) return
    const { headers, rawBody } = webhookOf(event, payment, others)
    waiting.push({ headers: { ...headers, 'x-razorpay-event-id': idOf('evt') }, rawBody })
  }

  function refund(paymentId: string, amount: number, receipt: string | null = null): RazorpayRefund {
    const status = server.refundsBecome
    const made = { id: idOf('rfnd'), entity: 'refund', payment_id: paymentId, amount, status, receipt }
    refunds.set(made.id, { ...made, created_at: inSeconds() })
    addUp(paymentId)
    note('refund.created', paymentId, { refund: made })
    if (status !== 'pending') note(`refund.${status}`, paymentId, { refund: made })
    return made
  }

  type Body = { amount?: number; currency?: string; receipt?: string }
  function makeRefund(payment: RazorpayPayment, body: Body, key: string) {
    const before = keys.get(key)
    if (before && before.body !== JSON.stringify(body)) return problem('Different payload for the idempotency key')
    if (before) return { status: 200, body: refunds.get(before.id) }
    const open = [...disputes.values()].some(
      (one) => one.payment_id === payment.id && (one.status === 'open' || one.status === 'under_review'),
    )
    if (server.refuseRefunds !== undefined) return problem(server.refuseRefunds)
    if (open) return problem('The payment has an open dispute')
    if (payment.status !== 'captured') return problem('The payment has been fully refunded already')
    const amount = body.amount ?? payment.amount
    if (amount > payment.amount - payment.amount_refunded)
      return problem('The refund amount provided is greater than amount captured')
    const made = refund(payment.id, amount, body.receipt ?? null)
    if (key !== '') keys.set(key, { id: made.id, body: JSON.stringify(body) })
    return { status: 200, body: made }
  }

  function settle(query: URLSearchParams) {
    const at = (day: number) =>
      Date.UTC(Number(query.get('year')), Number(query.get('month')) - 1, day) / 1000 - 5.5 * 3600
    const [from, to] = [at(Number(query.get('day'))), at(Number(query.get('day')) + 1)]
    const isOfDay = (one: { created_at?: number }) => (one.created_at ?? 0) >= from && (one.created_at ?? 0) < to
    const settled = { settlement_id: `setl_${from}`, settled_at: to - 1, settled: true }
    return [
      ...[...payments.values()]
        .filter((one) => isOfDay(one) && (one.status === 'captured' || one.status === 'refunded'))
        .map(({ id, amount, order_id }) => {
          const fee = Math.round(amount * 0.0236)
          return {
            entity_id: id,
            type: 'payment',
            debit: 0,
            credit: amount - fee,
            amount,
            fee,
            tax: 0,
            order_id,
            ...settled,
          }
        }),
      ...[...refunds.values()]
        .filter((one) => isOfDay(one) && one.status === 'processed')
        .map(({ id, amount }) => ({
          entity_id: id,
          type: 'refund',
          debit: amount,
          credit: 0,
          amount,
          fee: 0,
          tax: 0,
          order_id: null,
          ...settled,
        })),
    ]
  }

  function answer(method: string, url: string, body: Body, key: string) {
    const { pathname, searchParams } = new URL(url, 'http://provider')
    const [, , kind, id = '', more] = pathname.split('/')
    const page = <T>(items: T[]): T[] => {
      const skip = Number(searchParams.get('skip') ?? 0)
      return items.slice(skip, skip + Number(searchParams.get('count') ?? 10))
    }
    if (kind === 'orders' && method === 'POST') {
      const { amount = 0, currency = '' } = body
      if (amount < 100) return problem('The amount must be at least INR 1.00')
      const order = { id: idOf('order'), entity: 'order', amount, currency, status: 'created' }
      orders.set(order.id, order)
      return { status: 200, body: order }
    }
    if (kind === 'orders' && more === 'payments')
      return list([...payments.values()].filter((one) => one.order_id === id))
    if (kind === 'disputes' && id === '') return list(page([...disputes.values()].reverse()))
    if (kind === 'refunds') {
      const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
      return list(page([...refunds.values()].filter((one) => one.created_at >= from && one.created_at <= to)))
    }
    if (kind === 'disputes') {
      const dispute = disputes.get(id)
      return dispute ? { status: 200, body: dispute } : problem('The id provided does not exist')
    }
    if (kind === 'settlements') return list(page(settle(searchParams)))
    if (kind === 'payments' && id === '') {
      const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
      const found = [...payments.values()].filter((one) => (one.created_at ?? 0) >= from && (one.created_at ?? 0) <= to)
      return list(page(found.reverse()))
    }
    const payment = payments.get(id)
    if (!payment) return problem('The id provided does not exist')
    if (more === 'refunds') return list(page([...refunds.values()].filter((one) => one.payment_id === id)))
    return method === 'GET' ? { status: 200, body: payment } : makeRefund(payment, body, key)
  }

  const http = createServer(async (request, response) => {
    const sent = await text(request)
    const { method = '', url = '', headers } = request
    const body = sent === '' ? {} : JSON.parse(sent)
    server.calls.push({ method, path: url, body, authorization: headers.authorization ?? '' })
    const reply = server.reply ?? answer(method, url, body, String(headers['x-refund-idempotency'] ?? ''))
    if (server.fault && answerWrongly(server.fault, response, reply, () => endlessPage(method, url))) return
    if (server.loseAnswers && method !== 'GET') return request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // listening on TCP
  const server: RazorpayServer = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    orders,
    payments,
    refunds,
    disputes,
    refundsBecome: 'processed',
    loseAnswers: false,
    refuseRefunds: undefined,
    fault: undefined,
    deliver: undefined,
    now: Date.now,
    pay(orderId, changes = {}) {
      const amount = orders.get(orderId)?.amount ?? 0
      const made = { currency: 'INR', status: 'captured' as const, amount_refunded: 0, refund_status: null }
      const payment = { id: idOf('pay'), order_id: orderId, amount, ...made, ...changes, created_at: inSeconds() }
      payments.set(payment.id, payment)
      note(`payment.${payment.status}`, payment.id)
      return payment
    },
    refund: (paymentId, amount, receipt) => refund(paymentId, amount, receipt),
    endRefund(id, status) {
      const one = refunds.get(id)
      if (!one) throw new Error(`There is no refund ${id}`)
      const ended = { ...one, status }
      refunds.set(id, ended)
      addUp(one.payment_id)
      note(`refund.${status}`, one.payment_id, { refund: ended })
    },
    dispute(paymentId, changes = {}) {
      const amount = payments.get(paymentId)?.amount ?? 0
      const before = [...disputes.values()].find((one) => one.payment_id === paymentId)
      const made = {
        status: 'open' as const,
        phase: 'chargeback',
        reason_code: 'fraudulent',
        respond_by: inSeconds() + 86_400,
      }
      const dispute = {
        id: idOf('disp'),
        payment_id: paymentId,
        amount,
        amount_deducted: 0,
        ...made,
        ...before,
        ...changes,
      }
      disputes.set(dispute.id, dispute)
      note(`payment.dispute.${dispute.status === 'open' ? 'created' : dispute.status}`, paymentId, { dispute })
      return dispute
    },
    async sendWebhooks({ copies = 1, backwards = false } = {}) {
      const calls = waiting.splice(0)
      if (backwards) calls.reverse()
      for (const call of calls) for (let copy = 0; copy < copies; copy++) await server.deliver?.(call)
    },
    reply: undefined,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}
