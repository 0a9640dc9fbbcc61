import { randomInt } from 'node:crypto'
import {
  currency,
  minimumPaise,
  type Payments,
  type ProviderDispute,
  ProviderDown,
  type ProviderPage,
  type ProviderPayment,
  type ProviderRefund,
  type RefundFault,
  RefundRefused,
  type SettlementItem,
  type WebhookCall,
  type WebhookFaults,
} from '#ports/payments.ts'
import { confirmationFits, decodeWebhook, encodeWebhook, signConfirmation } from './razorpay-codec.ts'
import { checkoutPage } from './sandbox-page.ts'
import { checkoutScript } from './sandbox-script.ts'

/** Internal record of a payment, with fields that are not exposed; times in milliseconds. */
type SandboxPayment = ProviderPayment & { createdAt: number; refundFault?: RefundFault | undefined }

export type SandboxOrder = {
  id: string
  amount: number
  receipt: string
  payments: SandboxPayment[]
  refunds: (ProviderRefund & { createdAt: number })[]
  dispute: ProviderDispute | null
}

/** The sandbox's own records, kept across restarts. */
export type SandboxStore = {
  load(orderId: string): Promise<SandboxOrder | null>
  /** Changes an order under a lock; `null` is passed for a new one. Returning null changes nothing. */
  change(orderId: string, change: (order: SandboxOrder | null) => SandboxOrder | null): Promise<void>
  /** Returns the order for which a payment id was used. */
  findByPayment(paymentId: string): Promise<SandboxOrder | null>
  findByDispute(disputeId: string): Promise<SandboxOrder | null>
  /** Returns up to 100 orders with payments or refunds made in a span of time, by id. */
  list(from: number, to: number, skip: number): Promise<SandboxOrder[]>
}

export type SandboxOptions = {
  keyId: string
  keySecret: string
  webhookSecret: string
  store: SandboxStore
  /** Posts a webhook to the application, as the provider would; returns the HTTP status. */
  deliver: (call: WebhookCall) => Promise<number>
  log: (message: string, details: object) => void
  /** milliseconds since 1970 */
  now?: () => number
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const providerId = (prefix: string): string =>
  prefix + Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')

const paymentForm = /^pay_[A-Za-z0-9]{14}$/
/** Delays in seconds before the retries of a webhook that was not accepted. */
const repeatSeconds = [2, 10, 60]

/** Returns the sandbox's fee on a payment, like the provider's: 2 % and the tax on it. */
const feeOf = (amount: number): number => Math.round(amount * 0.02) + Math.round(amount * 0.02 * 0.18)
const lateRefundSeconds = 20

/** Returns a page of a list; the cursor is the number of items before it. */
function pageOf<Item>(items: readonly Item[], cursor: string | null): ProviderPage<Item> {
  const end = Number(cursor) + 100
  return { items: items.slice(Number(cursor), end), next: end < items.length ? String(end) : null }
}

/** Returns the amount of a payment that can still be refunded. */
const leftOf = (order: SandboxOrder, payment: ProviderPayment): number =>
  payment.amount -
  order.refunds
    .filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)

/** Returns a payment as the provider reports it: with any refund that did not fail, it is no longer "captured". */
function publicPayment(
  order: SandboxOrder,
  { id, orderId, amount, currency, status }: SandboxPayment,
): ProviderPayment {
  const refunded = amount - leftOf(order, { id, orderId, amount, currency, status, refunded: 0 })
  return { id, orderId, amount, currency, status: refunded > 0 ? 'refunded' : status, refunded }
}

/** Returns a refund as the provider reports it. */
const publicRefund = ({ id, paymentId, amount, status, key }: ProviderRefund): ProviderRefund => ({
  id,
  paymentId,
  amount,
  status,
  key,
})

/** Payment and refund in the wire format of webhooks. */
const wirePayment = ({ id, orderId, amount, currency, status, refunded }: ProviderPayment) => ({
  id,
  order_id: orderId,
  amount,
  currency,
  status: status === 'refunded' && refunded < amount ? 'captured' : status,
  amount_refunded: refunded,
  refund_status: refunded === 0 ? null : refunded < amount ? 'partial' : 'full',
})
const wireRefund = ({ id, paymentId, amount, status, key }: ProviderRefund) => ({
  id,
  payment_id: paymentId,
  amount,
  status,
  receipt: key,
})

/**
 * A payment provider inside this process with the wire format of Razorpay: orders, confirmations, webhooks, refunds, disputes,
 * settlements, and fault injection on request. No money moves. A confirmation with a valid signature and a payment id in Razorpay's
 * format counts as a payment, even if the id is unknown.
 */
export function sandboxPayments(options: SandboxOptions): Payments {
  const { store, keySecret, webhookSecret, now = Date.now } = options

  const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000).unref())

  /** Sends a webhook and repeats it until it is accepted; never throws. */
  async function sendWebhook(
    name: string,
    entities: Parameters<typeof encodeWebhook>[2],
    { duplicates = 0, delaySeconds = 0, drop }: WebhookFaults = {},
  ): Promise<void> {
    if (drop) return
    const call = encodeWebhook(webhookSecret, name, entities, providerId('evt_'))
    await wait(delaySeconds)
    for (let copy = 0; copy <= duplicates; copy++) {
      for (const pause of [...repeatSeconds, 0]) {
        const status = await options.deliver(call).catch(() => 0)
        if (status >= 200 && status < 300) break
        options.log('a webhook of the sandbox was not accepted', { status, event: name })
        await wait(pause)
      }
    }
  }
  const inBackground = (work: Promise<void>): void =>
    void work.catch((error: Error) => options.log('a webhook of the sandbox failed', { error: error.message }))

  /** Returns all orders of a span of time: the store has pages of orders, the provider pages of payments. */
  async function allOrders(from: number, to: number): Promise<SandboxOrder[]> {
    const orders: SandboxOrder[] = []
    for (;;) {
      const page = await store.list(from, to, orders.length)
      if (page.length === 0) return orders
      orders.push(...page)
    }
  }

  async function record(
    orderId: string,
    id: string,
    status: ProviderPayment['status'],
    refundFault?: RefundFault,
  ): Promise<ProviderPayment | null> {
    let payment: SandboxPayment | null = null
    await store.change(orderId, (order) => {
      if (!order) return null
      const made = { id, orderId, amount: order.amount, currency, status, refunded: 0, createdAt: now(), refundFault }
      payment = made
      return { ...order, payments: [...order.payments.filter((one) => one.id !== id), made] }
    })
    const saved = await store.load(orderId)
    return payment && saved ? publicPayment(saved, payment) : null
  }

  /** Ends a pending refund, and notifies the application. */
  async function endRefund(orderId: string, refundId: string, status: 'processed' | 'failed'): Promise<void> {
    await store.change(
      orderId,
      (order) =>
        order && {
          ...order,
          refunds: order.refunds.map((one) => (one.id === refundId ? { ...one, status } : one)),
        },
    )
    const order = await store.load(orderId)
    const refund = order?.refunds.find(({ id }) => id === refundId)
    const payment = order?.payments.find(({ id }) => id === refund?.paymentId)
    if (!order || !refund || !payment) return
    await sendWebhook(`refund.${status}`, {
      payment: wirePayment(publicPayment(order, payment)),
      refund: wireRefund(refund),
    })
  }

  return {
    checkout: {
      driver: 'razorpay',
      script: '/sandbox/checkout.js',
      publicKey: options.keyId,
      sources: { script: [], style: [], img: [], connect: [], frame: [], payment: [] },
    },
    async createOrder({ amount, receipt }) {
      if (!Number.isInteger(amount) || amount < minimumPaise)
        throw new ProviderDown('The sandbox answered 400 Order amount less than minimum amount allowed')
      const id = providerId('order_')
      await store.change(id, () => ({ id, amount, receipt, payments: [], refunds: [], dispute: null }))
      return { id }
    },
    verifyConfirmation: (confirmation) =>
      paymentForm.test(confirmation.paymentId) && confirmationFits(keySecret, confirmation),
    verifyWebhook: (call) => decodeWebhook(webhookSecret, call),
    async fetchPayment(paymentId, orderId) {
      const used = await store.findByPayment(paymentId)
      const known = used?.payments.find((one) => one.id === paymentId)
      if (used && known) return publicPayment(used, known)
      return paymentForm.test(paymentId) ? record(orderId, paymentId, 'captured') : null
    },
    async fetchPaymentsOfOrder(orderId) {
      const order = await store.load(orderId)
      return order ? order.payments.map((payment) => publicPayment(order, payment)) : []
    },
    async refundPayment({ paymentId, amount, key }) {
      const orderId = (await store.findByPayment(paymentId))?.id
      if (orderId === undefined) throw new RefundRefused('The id provided does not exist')
      let result: ProviderRefund | Error = new RefundRefused('The id provided does not exist')
      let late = false
      await store.change(orderId, (order) => {
        const payment = order?.payments.find(({ id }) => id === paymentId)
        if (!order || !payment) return null
        const before = order.refunds.find((one) => one.key === key)
        if (before) {
          result = before
          return null
        }
        if (order.dispute && ['open', 'under_review'].includes(order.dispute.status)) {
          result = new RefundRefused('The payment is disputed')
          return null
        }
        if (amount > leftOf(order, payment)) {
          result = new RefundRefused('The refund amount is more than what is left of the payment')
          return null
        }
        late = payment.refundFault === 'late'
        const status = late ? 'pending' : payment.refundFault === 'fails' ? 'failed' : 'processed'
        const refund = { id: providerId('rfnd_'), paymentId, amount, status, key, createdAt: now() } as const
        result = refund
        return { ...order, refunds: [...order.refunds, refund] }
      })
      const made = result as ProviderRefund | Error // set by the change
      if (made instanceof Error) throw made
      if (late) inBackground(wait(lateRefundSeconds).then(() => endRefund(orderId, made.id, 'processed')))
      return publicRefund(made)
    },
    async fetchRefunds(paymentId) {
      const order = await store.findByPayment(paymentId)
      return (order?.refunds ?? []).filter((one) => one.paymentId === paymentId).map(publicRefund)
    },
    fetchDispute: async (disputeId) => (await store.findByDispute(disputeId))?.dispute ?? null,
    async listPayments({ from, to, cursor }) {
      const isIn = ({ createdAt }: SandboxPayment): boolean => createdAt >= from.getTime() && createdAt <= to.getTime()
      const payments = (await allOrders(from.getTime(), to.getTime())).flatMap((order) =>
        order.payments.filter(isIn).map((payment) => publicPayment(order, payment)),
      )
      return pageOf(payments, cursor)
    },
    async listRefunds({ from, to, cursor }) {
      const isIn = ({ createdAt }: { createdAt: number }): boolean =>
        createdAt >= from.getTime() && createdAt <= to.getTime()
      const refunds = (await allOrders(from.getTime(), to.getTime())).flatMap((order) => order.refunds.filter(isIn))
      return pageOf(refunds.map(publicRefund), cursor)
    },
    async listDisputes({ cursor }) {
      const disputes = (await allOrders(0, now())).flatMap(({ dispute }) => dispute ?? [])
      return pageOf(disputes, cursor)
    },
    async listSettlementItems({ date, cursor }) {
      const from = Date.parse(`${date}T00:00:00+05:30`)
      const to = from + 24 * 3600 * 1000
      const settlement = { settlementId: `setl_${date.replaceAll('-', '')}`, settledAt: new Date(to - 1000) }
      const isOfDay = ({ createdAt }: { createdAt: number }): boolean => createdAt >= from && createdAt < to
      const items = (await allOrders(from, to)).flatMap((order): SettlementItem[] => {
        const of = { orderId: order.id, ...settlement }
        return [
          ...order.payments
            .filter((one) => isOfDay(one) && one.status === 'captured')
            .map(({ id, amount }) => ({ kind: 'payment' as const, id, amount, fee: feeOf(amount), ...of })),
          ...order.refunds
            .filter((one) => isOfDay(one) && one.status === 'processed')
            .map(({ id, amount }) => ({ kind: 'refund' as const, id, amount: -amount, fee: 0, ...of })),
        ]
      })
      return pageOf(items, cursor)
    },
    hosted: {
      script: () => checkoutScript,
      async page(orderId, view) {
        const order = await store.load(orderId)
        return order && checkoutPage(order, view)
      },
      async act(orderId, outcome, { refund, ...faults } = {}) {
        const status = outcome === 'approve' ? 'captured' : 'failed'
        const payment = await record(orderId, providerId('pay_'), status, refund)
        if (!payment) return null
        inBackground(sendWebhook(`payment.${status}`, { payment: wirePayment(payment) }, faults))
        if (outcome === 'decline') return { declined: 'The test bank declined this payment.' }
        const signature = signConfirmation(keySecret, orderId, payment.id)
        return { confirmation: { orderId, paymentId: payment.id, signature } }
      },
      async dispute(orderId, status) {
        await store.change(orderId, (order) => {
          const payment = order?.payments.find((one) => one.status === 'captured')
          if (!order || !payment) return null
          const id = order.dispute?.id ?? providerId('disp_')
          const deducted = status === 'lost' ? payment.amount : 0
          const facts = { phase: 'chargeback', reason: 'goods_or_services_not_received', respondBy: null }
          return {
            ...order,
            dispute: { id, paymentId: payment.id, amount: payment.amount, deducted, status, ...facts },
          }
        })
        const order = await store.load(orderId)
        const payment = order?.payments.find(({ id }) => id === order.dispute?.paymentId)
        if (!order?.dispute || !payment) return false
        const event = status === 'open' ? 'created' : status
        const entities = { payment: wirePayment(publicPayment(order, payment)), dispute: { id: order.dispute.id } }
        await sendWebhook(`payment.dispute.${event}`, entities)
        return true
      },
    },
  }
}
