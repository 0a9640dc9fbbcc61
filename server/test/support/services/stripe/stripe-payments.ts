import { z } from 'zod'
import { createProviderClient, ProviderErrorReply, unlessMissing } from '#adapters/payments/provider-client.ts'
import { currency, type Payments, ProviderDown, type ProviderPage, RefundRefused } from '#ports/payments.ts'
import {
  BalanceLine,
  Charge,
  Dispute,
  decodeWebhook,
  Intent,
  Payout,
  Refund,
  toDispute,
  toPayment,
  toRefund,
  toSettlementItem,
} from './stripe-codec.ts'

export type StripeOptions = {
  publicKey: string
  secretKey: string
  webhookSecret: string
  baseUrl: string
  timeoutMs?: number
  /** milliseconds since 1970 */
  now?: () => number
}

const ApiError = z.object({ error: z.object({ message: z.string() }) })
/** Refunds of a payment, and payments of an order, that are read. */
const mostItems = 1000
const perPage = 100
const dayMs = 24 * 3600 * 1000

/**
 * A second kind of provider, for the tests: orders are payment intents with a client secret each, payments are their charges, lists go on
 * after the last item of a page, calls are forms, and the checkout signs nothing.
 */
export function stripePayments(options: StripeOptions): Payments {
  const { publicKey, secretKey, webhookSecret, baseUrl, timeoutMs, now = Date.now } = options
  const ask = createProviderClient({
    name: 'Stripe',
    baseUrl,
    authorization: `Bearer ${secretKey}`,
    timeoutMs,
    explain: (body) => ApiError.safeParse(body).data?.error.message ?? '',
  })

  type Query = Readonly<Record<string, string | number>>
  /** A page of a list; the cursor is the id of the last item before it. */
  async function page<S extends z.ZodType<{ id: string }>>(
    item: S,
    { path, query, cursor }: { path: string[]; query: Query; cursor: string | null },
    fits: (item: z.output<S>) => boolean = () => true,
  ): Promise<ProviderPage<z.output<S>>> {
    const reply = await ask(
      z.object({ data: z.array(item).max(perPage), has_more: z.boolean() }),
      { path, query: { ...query, limit: perPage, ...(cursor !== null && { starting_after: cursor }) } },
      ({ data }) => data.every(fits),
    )
    return { items: reply.data, next: reply.has_more ? (reply.data.at(-1)?.id ?? null) : null }
  }

  /** All items of a list that is short. */
  async function allOf<S extends z.ZodType<{ id: string }>>(
    item: S,
    { path, query }: { path: string[]; query: Query },
    fits: (item: z.output<S>) => boolean,
  ): Promise<z.output<S>[]> {
    const items: z.output<S>[] = []
    let cursor: string | null = null
    while (items.length < mostItems) {
      const { items: some, next }: ProviderPage<z.output<S>> = await page(item, { path, query, cursor }, fits)
      items.push(...some)
      if (next === null) return items
      cursor = next
    }
    throw new ProviderDown(`Stripe has more than ${mostItems} items of a list`)
  }

  const convert = <A, B>({ items, next }: ProviderPage<A>, one: (item: A) => B): ProviderPage<B> => ({
    items: items.map(one),
    next,
  })
  const madeIn = ({ from, to }: { from: Date; to: Date }): Query => ({
    'created[gte]': Math.floor(from.getTime() / 1000),
    'created[lte]': Math.floor(to.getTime() / 1000),
  })
  const checkoutDataOf = ({ client_secret: clientSecret }: z.output<typeof Intent>) => ({ clientSecret })
  const chargesOf = (intentId: string) =>
    allOf(
      Charge,
      { path: ['v1', 'charges'], query: { payment_intent: intentId } },
      ({ payment_intent }) => payment_intent === intentId,
    )

  return {
    checkout: {
      driver: 'stripe',
      script: 'https://js.stripe.com/v3/',
      publicKey,
      sources: {
        script: ['https://js.stripe.com'],
        style: [],
        img: [],
        connect: ['https://api.stripe.com'],
        frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
        payment: ['https://js.stripe.com'],
      },
    },
    async createOrder({ amount, receipt }) {
      const body = new URLSearchParams({
        amount: String(amount),
        currency: currency.toLowerCase(),
        'automatic_payment_methods[enabled]': 'true',
        'metadata[receipt]': receipt,
      })
      const call = { method: 'POST', path: ['v1', 'payment_intents'], body } as const
      const intent = await ask(Intent, call, (made) => made.amount === amount)
      return { id: intent.id, checkoutData: checkoutDataOf(intent) }
    },
    fetchCheckoutData: async (orderId) =>
      checkoutDataOf(await ask(Intent, { path: ['v1', 'payment_intents', orderId] }, ({ id }) => id === orderId)),
    // the page is told no charge: its driver passes the intent for both
    verifyConfirmation: ({ orderId, paymentId }) =>
      /^pi_\w{1,250}$/.test(orderId) && /^(pi|ch)_\w{1,250}$/.test(paymentId),
    verifyWebhook: (call) => decodeWebhook(webhookSecret, call, now()),
    async fetchPayment(paymentId) {
      if (paymentId.startsWith('pi_')) {
        const charges = (await chargesOf(paymentId)).map(toPayment)
        return charges.find(({ status }) => status === 'captured') ?? charges[0] ?? null
      }
      const charge = await unlessMissing(
        ask(Charge, { path: ['v1', 'charges', paymentId] }, ({ id }) => id === paymentId),
        [404],
      )
      return charge && toPayment(charge)
    },
    fetchPaymentsOfOrder: async (orderId) => (await chargesOf(orderId)).map(toPayment),
    async refundPayment({ paymentId, amount, key }) {
      const body = new URLSearchParams({ charge: paymentId, amount: String(amount), 'metadata[key]': key })
      const call = { method: 'POST', path: ['v1', 'refunds'], body, headers: { 'idempotency-key': key } } as const
      try {
        return toRefund(await ask(Refund, call, (made) => made.charge === paymentId && made.amount === amount))
      } catch (error) {
        if (error instanceof ProviderErrorReply && (error.status === 400 || error.status === 404))
          throw new RefundRefused(error.reason || 'Refused', { cause: error })
        throw error
      }
    },
    fetchRefunds: async (paymentId) =>
      (
        await allOf(
          Refund,
          { path: ['v1', 'refunds'], query: { charge: paymentId } },
          ({ charge }) => charge === paymentId,
        )
      ).map(toRefund),
    async fetchDispute(disputeId) {
      const reply = ask(Dispute, { path: ['v1', 'disputes', disputeId] }, ({ id }) => id === disputeId)
      const dispute = await unlessMissing(reply, [404])
      return dispute && toDispute(dispute)
    },
    listPayments: async ({ cursor, ...span }) =>
      convert(await page(Charge, { path: ['v1', 'charges'], query: madeIn(span), cursor }), toPayment),
    listRefunds: async ({ cursor, ...span }) =>
      convert(await page(Refund, { path: ['v1', 'refunds'], query: madeIn(span), cursor }), toRefund),
    listDisputes: async ({ cursor }) =>
      convert(await page(Dispute, { path: ['v1', 'disputes'], query: {}, cursor }), toDispute),
    /** The lines of the payouts that arrived on a day, one payout after the other. The cursor is `po_…`, or `po_…/txn_…` within one. */
    async listSettlementItems({ date, cursor }) {
      const from = Date.parse(`${date}T00:00:00+05:30`) / 1000
      const arrived = { 'arrival_date[gte]': from, 'arrival_date[lt]': from + dayMs / 1000 }
      const { items: payouts } = await page(Payout, { path: ['v1', 'payouts'], query: arrived, cursor: null })
      const [id, after = null] = cursor?.split('/') ?? [payouts[0]?.id]
      const payout = payouts.find((one) => one.id === id)
      if (!payout) return { items: [], next: null }
      const query = { payout: payout.id, 'expand[]': 'data.source' }
      const lines = await page(BalanceLine, { path: ['v1', 'balance_transactions'], query, cursor: after })
      const { items, next } = convert(lines, (line) => toSettlementItem(line, payout))
      const following = payouts[payouts.indexOf(payout) + 1]?.id ?? null
      return { items, next: next === null ? following : `${payout.id}/${next}` }
    },
  }
}
