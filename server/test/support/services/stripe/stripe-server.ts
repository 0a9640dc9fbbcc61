import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ProviderFacts, ProviderFault, StatedPayment } from '#adapters/payments/conformance-provider.ts'
import type { WebhookCall } from '#ports/payments.ts'
import { answerWrongly } from '../provider-faults.ts'

/** Keys of a merchant for tests. */
export const stripeKeys = { publicKey: 'pk_test_x', secretKey: 'sk_test_very-secret', webhookSecret: 'whsec_x' }

export const stripeFacts: ProviderFacts = {
  unknown: { paymentId: 'ch_AAAAAAAAAAAAAAAAAAAAAAAA', disputeId: 'dp_AAAAAAAAAAAAAAAAAAAAAAAA' },
  named: { paymentId: 'ch_1', orderId: 'pi_1', disputeId: 'dp_1' },
  disputePhase: 'chargeback',
  signsConfirmations: false,
}

/** The documented objects, as far as the adapter reads them. */
type Made = { id: string; created: number }
type IntentObject = Made & { object: 'payment_intent'; amount: number; currency: string; client_secret: string }
type ChargeObject = Made & {
  object: 'charge'
  payment_intent: string
  amount: number
  currency: string
  status: 'succeeded' | 'failed' | 'pending'
  captured: boolean
  amount_refunded: number
}
type RefundObject = Made & {
  object: 'refund'
  charge: string
  payment_intent: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Record<string, string>
}
type DisputeObject = Made & {
  object: 'dispute'
  charge: string
  payment_intent: string
  amount: number
  currency: string
  status: 'needs_response' | 'won' | 'lost'
  reason: string
  balance_transactions: { amount: number }[]
  evidence_details: { due_by: number | null }
}

export type StripeServer = {
  url: string
  calls: { method: string; path: string; body: string; authorization: string }[]
  /** status of refunds that are made from now on */
  refundsBecome: RefundObject['status']
  /** every answer goes wrong like this */
  fault: ProviderFault | undefined
  /** An attempt of a buyer to pay an intent. */
  pay(intentId: string, outcome: 'captured' | 'failed'): ChargeObject
  /** Refunds a charge by hand, as in the provider's dashboard. */
  refund(chargeId: string): RefundObject
  /** The buyer's bank contests a charge, or decides it. */
  dispute(chargeId: string, status: 'open' | 'won' | 'lost'): DisputeObject
  /** The webhook call about an object of the provider, as it is now. */
  webhook(type: string, object: object): WebhookCall
  close(): void
}

const problem = (status: number, message: string) => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
})

/** What the provider signs: any bytes as the body of a webhook call at a time. */
export function signStripeWebhook(rawBody: Buffer, at = Date.now()): WebhookCall {
  const time = Math.floor(at / 1000)
  const signature = createHmac('sha256', stripeKeys.webhookSecret).update(`${time}.`).update(rawBody).digest('hex')
  return { headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }, rawBody }
}

const webhookOf = (type: string, object: object): WebhookCall =>
  // the spaces are on purpose: the signature is over these bytes, not over what a parser would write
  signStripeWebhook(
    Buffer.from(JSON.stringify({ id: `evt_${type}`, object: 'event', type, data: { object } }, null, 1)),
  )

const chargeStates = {
  captured: { status: 'succeeded', captured: true, amount_refunded: 0 },
  'partly refunded': { status: 'succeeded', captured: true, amount_refunded: 1 },
  refunded: { status: 'succeeded', captured: true, amount_refunded: 100 },
  failed: { status: 'failed', captured: false, amount_refunded: 0 },
  pending: { status: 'pending', captured: false, amount_refunded: 0 },
}

/** The webhook calls of the conformance suite. */
export function stateStripeWebhook(
  event: 'captured' | 'refunded' | 'failed' | 'disputed',
  { id, orderId, amount, currency, status }: StatedPayment,
): WebhookCall {
  const money = { amount, currency: typeof currency === 'string' ? currency.toLowerCase() : currency }
  const charge = { id, object: 'charge', payment_intent: orderId, ...money, ...(status && chargeStates[status]) }
  if (event === 'disputed')
    return webhookOf('charge.dispute.created', {
      ...charge,
      id: stripeFacts.named.disputeId,
      object: 'dispute',
      charge: id,
    })
  return webhookOf(
    { captured: 'charge.succeeded', refunded: 'charge.refunded', failed: 'charge.failed' }[event],
    charge,
  )
}

/** A server that speaks the API of payment intents, charges, refunds, disputes, payouts and their lines. */
export async function startStripeServer(): Promise<StripeServer> {
  const intents = new Map<string, IntentObject>()
  const charges = new Map<string, ChargeObject>()
  const refunds = new Map<string, RefundObject>()
  const disputes = new Map<string, DisputeObject>()
  const keys = new Map<string, { id: string; body: string }>()
  let count = 0
  const make = (prefix: string): Made => ({
    id: `${prefix}_${String(++count).padStart(24, 'S')}`,
    created: Math.floor(Date.now() / 1000),
  })
  const found = (item: object | undefined) => (item ? { status: 200, body: item } : problem(404, 'No such object'))

  /** A page of a list, newest first, after the item that the cursor names. */
  function list(items: readonly { id: string }[], query: URLSearchParams) {
    const after = query.get('starting_after')
    const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
    if (after !== null && start === 0) return problem(400, 'No such cursor')
    const end = start + Number(query.get('limit') ?? 10)
    return { status: 200, body: { object: 'list', data: items.slice(start, end), has_more: end < items.length } }
  }
  const newest = <T>(map: Map<string, T>): T[] => [...map.values()].reverse()
  const isIn = (value: number, query: URLSearchParams, name: string): boolean =>
    value >= Number(query.get(`${name}[gte]`) ?? 0) &&
    value <= Number(query.get(`${name}[lte]`) ?? Number.POSITIVE_INFINITY) &&
    value < Number(query.get(`${name}[lt]`) ?? Number.POSITIVE_INFINITY)

  function createIntent(form: URLSearchParams) {
    const amount = Number(form.get('amount'))
    if (amount < 100) return problem(400, 'Amount must be at least ₹1.00 inr')
    const made = make('pi')
    const secret = { client_secret: `${made.id}_secret_${count}` }
    const intent = {
      ...made,
      object: 'payment_intent' as const,
      amount,
      currency: form.get('currency') ?? '',
      ...secret,
    }
    intents.set(intent.id, intent)
    return { status: 200, body: intent }
  }

  function refund(charge: ChargeObject, amount: number, metadata: Record<string, string>): RefundObject {
    const about = { charge: charge.id, payment_intent: charge.payment_intent, currency: charge.currency }
    const made = { ...make('re'), object: 'refund' as const, ...about, amount, status: server.refundsBecome, metadata }
    refunds.set(made.id, made)
    if (made.status !== 'failed')
      charges.set(charge.id, { ...charge, amount_refunded: charge.amount_refunded + amount })
    return made
  }

  function createRefund(form: URLSearchParams, key: string) {
    const before = keys.get(key)
    if (before) {
      if (before.body !== String(form)) return problem(400, 'Keys for idempotent requests need the same parameters')
      return found(refunds.get(before.id))
    }
    const charge = charges.get(form.get('charge') ?? '')
    if (!charge) return problem(404, 'No such charge')
    if ([...disputes.values()].some((one) => one.charge === charge.id && one.status === 'needs_response'))
      return problem(400, 'The charge is disputed')
    const amount = Number(form.get('amount'))
    if (amount > charge.amount - charge.amount_refunded) return problem(400, 'Refund amount is greater than unrefunded')
    const made = refund(charge, amount, { key: form.get('metadata[key]') ?? '' })
    keys.set(key, { id: made.id, body: String(form) })
    return { status: 200, body: made }
  }

  /** One payout a day, with what was captured and refunded on it. */
  const payoutOf = (created: number) => {
    const day = Math.floor((created + 5.5 * 3600) / 86_400)
    return { id: `po_${day}`, object: 'payout', arrival_date: day * 86_400 - 5.5 * 3600 }
  }
  const lines = () => [
    ...newest(refunds)
      .filter(({ status }) => status === 'succeeded')
      .map((source) => ({ id: `txn_${source.id}`, type: 'refund', amount: -source.amount, fee: 0, source })),
    ...newest(charges)
      .filter(({ captured }) => captured)
      .map((source) => ({
        id: `txn_${source.id}`,
        type: 'charge',
        amount: source.amount,
        fee: Math.round(source.amount * 0.03),
        source,
      })),
  ]

  type Asked = { method: string; path: string; query: URLSearchParams; form: URLSearchParams; key: string }

  function answer({ method, path, query, form, key }: Asked) {
    const [, , kind, id] = path.split('/')
    if (method === 'POST') return kind === 'refunds' ? createRefund(form, key) : createIntent(form)
    const about = (name: 'payment_intent' | 'charge') => (item: { [N in typeof name]?: string }) =>
      !query.has(name) || item[name] === query.get(name)
    switch (kind) {
      case 'payment_intents':
        return found(intents.get(id ?? ''))
      case 'charges':
        if (id !== undefined) return found(charges.get(id))
        return list(
          newest(charges).filter((one) => about('payment_intent')(one) && isIn(one.created, query, 'created')),
          query,
        )
      case 'refunds':
        return list(
          newest(refunds).filter((one) => about('charge')(one) && isIn(one.created, query, 'created')),
          query,
        )
      case 'disputes':
        return id === undefined ? list(newest(disputes), query) : found(disputes.get(id))
      case 'payouts': {
        const payouts = new Map(lines().map(({ source }) => [payoutOf(source.created).id, payoutOf(source.created)]))
        return list(
          [...payouts.values()].filter((one) => isIn(one.arrival_date, query, 'arrival_date')),
          query,
        )
      }
      case 'balance_transactions':
        return list(
          lines().filter(({ source }) => payoutOf(source.created).id === query.get('payout')),
          query,
        )
      default:
        return problem(404, 'Unrecognized request URL')
    }
  }

  /** A page of refunds that goes on for ever. */
  function endlessPage(path: string, query: URLSearchParams): unknown {
    if (path !== '/v1/refunds' || !query.has('charge')) return undefined
    const data = Array.from({ length: 100 }, () => ({
      ...make('re'),
      charge: query.get('charge'),
      amount: 1,
      status: 'succeeded',
    }))
    return { object: 'list', data, has_more: true }
  }

  const http = createServer(async (request, response) => {
    const body = await text(request)
    const { method = '', url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://provider')
    server.calls.push({ method, path: url, body, authorization: headers.authorization ?? '' })
    const key = String(headers['idempotency-key'] ?? '')
    const reply = answer({
      method,
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(body),
      key,
    })
    const endless = () => (method === 'GET' ? endlessPage(pathname, searchParams) : undefined)
    if (server.fault && answerWrongly(server.fault, response, reply, endless)) return
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // listening on TCP
  const server: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    refundsBecome: 'succeeded',
    fault: undefined,
    pay(intentId, outcome) {
      const intent = intents.get(intentId)
      if (!intent) throw new Error(`There is no intent ${intentId}`)
      const money = { payment_intent: intentId, amount: intent.amount, currency: intent.currency, amount_refunded: 0 }
      const captured = outcome === 'captured'
      const status = captured ? ('succeeded' as const) : ('failed' as const)
      const charge = { ...make('ch'), object: 'charge' as const, ...money, status, captured }
      charges.set(charge.id, charge)
      return charge
    },
    refund(chargeId) {
      const charge = charges.get(chargeId)
      if (!charge) throw new Error(`There is no charge ${chargeId}`)
      return refund(charge, charge.amount - charge.amount_refunded, {})
    },
    dispute(chargeId, status) {
      const charge = charges.get(chargeId)
      if (!charge) throw new Error(`There is no charge ${chargeId}`)
      const before = [...disputes.values()].find((one) => one.charge === chargeId)
      const { payment_intent, amount, currency } = charge
      const dispute: DisputeObject = {
        ...(before ?? make('dp')),
        object: 'dispute',
        ...{ charge: chargeId, payment_intent, amount, currency },
        status: status === 'open' ? 'needs_response' : status,
        reason: 'product_not_received',
        balance_transactions: status === 'won' ? [{ amount: -amount }, { amount }] : [{ amount: -amount }],
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
      }
      disputes.set(dispute.id, dispute)
      return dispute
    },
    webhook: webhookOf,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}
