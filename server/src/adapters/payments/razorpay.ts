import { z } from 'zod'
import { currency, type Payments, ProviderDown, type ProviderPage, RefundRefused } from '#ports/payments.ts'
import { createProviderClient, ProviderErrorReply, unlessMissing } from './provider-client.ts'
import {
  confirmationFits,
  DisputeEntity,
  decodeWebhook,
  PaymentEntity,
  RefundEntity,
  SettlementLine,
  toDispute,
  toPayment,
  toRefund,
  toSettlementItem,
} from './razorpay-codec.ts'

export type RazorpayOptions = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** for tests against a local server */
  baseUrl?: string
  /** Timeout of calls in milliseconds. The claim of an order that is being opened lasts longer than the default. */
  timeoutMs?: number
}

const Order = z.object({ id: z.string().min(1), amount: z.coerce.number().optional() })
/** Maximum number of items of a page, and of payments of an order. */
const most = { page: 100, settlements: 1000, payments: 1000 }
const mostRefunds = 1000
/** Statuses for unknown ids: Razorpay replies with 400. */
const missing = [400, 404]

const ApiError = z.object({ error: z.object({ description: z.string() }) })

const inSeconds = ({ from, to }: { from: Date; to: Date }) => ({
  from: Math.floor(from.getTime() / 1000),
  to: Math.floor(to.getTime() / 1000),
})

/** Razorpay over its documented HTTP API. Payments are captured automatically; amounts are paise on both sides. */
export function razorpayPayments(options: RazorpayOptions): Payments {
  const ask = createProviderClient({
    name: 'Razorpay',
    baseUrl: options.baseUrl ?? 'https://api.razorpay.com',
    authorization: `Basic ${Buffer.from(`${options.keyId}:${options.keySecret}`).toString('base64')}`,
    timeoutMs: options.timeoutMs,
    explain: (body) => ApiError.safeParse(body).data?.error.description ?? '',
  })
  type Query = { count: number } & Record<string, number>

  /** Returns the items of a list, at most as many as requested. */
  async function list<S extends z.ZodType>(
    item: S,
    { path, query }: { path: string[]; query: Query },
    fits: (item: z.output<S>) => boolean = () => true,
  ): Promise<z.output<S>[]> {
    const fitting = (reply: { items: z.output<S>[] }): boolean =>
      reply.items.length <= query.count && reply.items.every(fits)
    return (await ask(z.object({ items: z.array(item) }), { path, query }, fitting)).items
  }

  /** Returns a page of a list. The cursor is the number of items before it, and an empty page is the end. */
  async function page<S extends z.ZodType, Item>(
    item: S,
    { path, query, cursor }: { path: string[]; query: Query; cursor: string | null },
    convert: (item: z.output<S>) => Item,
  ): Promise<ProviderPage<Item>> {
    const skip = Number(cursor)
    const items = await list(item, { path, query: { ...query, skip } })
    return { items: items.map(convert), next: items.length === 0 ? null : String(skip + items.length) }
  }

  return {
    checkout: {
      driver: 'razorpay',
      script: 'https://checkout.razorpay.com/v1/checkout.js',
      publicKey: options.keyId,
      sources: {
        script: ['https://checkout.razorpay.com'],
        style: [],
        img: [],
        connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
        frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
        payment: ['https://api.razorpay.com'],
      },
    },
    async createOrder({ amount, receipt }) {
      const body = { amount, currency, receipt, payment_capture: true, partial_payment: false }
      const fits = (order: z.output<typeof Order>): boolean => (order.amount ?? amount) === amount
      const { id } = await ask(Order, { method: 'POST', path: ['v1', 'orders'], body }, fits)
      return { id }
    },
    verifyConfirmation: (confirmation) => confirmationFits(options.keySecret, confirmation),
    verifyWebhook: (call) => decodeWebhook(options.webhookSecret, call),
    async fetchPayment(paymentId) {
      const reply = ask(PaymentEntity, { path: ['v1', 'payments', paymentId] }, ({ id }) => id === paymentId)
      const payment = await unlessMissing(reply, missing)
      return payment && toPayment(payment)
    },
    async fetchPaymentsOfOrder(orderId) {
      const reply = await ask(
        z.object({ items: z.array(PaymentEntity).max(most.payments) }),
        { path: ['v1', 'orders', orderId, 'payments'] },
        ({ items }) => items.every(({ order_id }) => order_id === orderId),
      )
      return reply.items.map(toPayment)
    },
    async refundPayment({ paymentId, amount, key }) {
      // lists of refunds contain the receipt, and so the key
      const body = { amount, speed: 'normal', receipt: key }
      const headers = { 'X-Refund-Idempotency': key }
      const fits = (made: z.output<typeof RefundEntity>): boolean =>
        made.payment_id === paymentId && made.amount === amount && made.receipt === key
      try {
        const call = { method: 'POST', path: ['v1', 'payments', paymentId, 'refund'], body, headers } as const
        return toRefund(await ask(RefundEntity, call, fits))
      } catch (error) {
        if (error instanceof ProviderErrorReply && error.status === 400)
          throw new RefundRefused(error.reason || 'Refused', { cause: error })
        throw error
      }
    },
    async fetchRefunds(paymentId) {
      const refunds: z.output<typeof RefundEntity>[] = []
      const count = most.page
      const fits = ({ payment_id }: z.output<typeof RefundEntity>): boolean => payment_id === paymentId
      for (let skip = 0; skip < mostRefunds; skip += count) {
        const path = ['v1', 'payments', paymentId, 'refunds']
        const some = await list(RefundEntity, { path, query: { count, skip } }, fits)
        refunds.push(...some)
        if (some.length < count) return refunds.map(toRefund)
      }
      throw new ProviderDown(`Razorpay has more than ${mostRefunds} refunds of a payment`)
    },
    async fetchDispute(disputeId) {
      const reply = ask(DisputeEntity, { path: ['v1', 'disputes', disputeId] }, ({ id }) => id === disputeId)
      const dispute = await unlessMissing(reply, missing)
      return dispute && toDispute(dispute)
    },
    listPayments: ({ cursor, ...span }) =>
      page(
        PaymentEntity,
        { path: ['v1', 'payments'], query: { ...inSeconds(span), count: most.page }, cursor },
        toPayment,
      ),
    listRefunds: ({ cursor, ...span }) =>
      page(
        RefundEntity,
        { path: ['v1', 'refunds'], query: { ...inSeconds(span), count: most.page }, cursor },
        toRefund,
      ),
    listDisputes: ({ cursor }) =>
      page(DisputeEntity, { path: ['v1', 'disputes'], query: { count: most.page }, cursor }, toDispute),
    listSettlementItems({ date, cursor }) {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const query = { year, month, day, count: most.settlements }
      return page(SettlementLine, { path: ['v1', 'settlements', 'recon', 'combined'], query, cursor }, toSettlementItem)
    },
  }
}
