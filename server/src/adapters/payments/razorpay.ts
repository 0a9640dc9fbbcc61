import Razorpay from 'razorpay'
import { z } from 'zod'
import { currency, type Payments, ProviderDown, RefundRefused } from '#ports/payments.ts'
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

const Order = z.object({ id: z.string().min(1) })
const listOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) })
const pageSize = { payments: 100, settlements: 1000 }
const ApiError = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string().optional(), code: z.string().optional() }).optional(),
})

/** The HTTP client inside of the SDK (axios). */
type Client = {
  defaults: { baseURL?: string; timeout?: number }
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>
}

/** Returns the error reply of Razorpay's API; undefined without a reply. */
const apiErrorOf = (error: unknown): z.output<typeof ApiError> | undefined => {
  const cause = error instanceof ProviderDown ? ApiError.safeParse(error.cause) : undefined
  return cause?.data
}

/** Razorpay through its official SDK. Orders capture automatically; amounts are paise on both sides. */
export function razorpayPayments(options: RazorpayOptions): Payments {
  const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret })
  // the SDK has no settings for its address and timeout, and sends no idempotency key
  const { rq } = (sdk as unknown as { api: { rq: Client } }).api
  rq.defaults.timeout = options.timeoutMs ?? 10_000
  if (options.baseUrl) rq.defaults.baseURL = options.baseUrl

  /** Posts a refund with its key. Errors have the form of the SDK's. */
  const postRefund = async (paymentId: string, body: object, key: string): Promise<unknown> => {
    try {
      const headers = { 'X-Refund-Idempotency': key }
      return (await rq.post(`/v1/payments/${encodeURIComponent(paymentId)}/refund`, body, { headers })).data
    } catch (error) {
      const { response } = error as { response?: { status: number; data?: { error?: unknown } } } // axios
      throw response ? { statusCode: response.status, error: response.data?.error } : error
    }
  }

  async function request<S extends z.ZodType>(schema: S, call: () => Promise<unknown>): Promise<z.output<S>> {
    let reply: unknown
    try {
      reply = await call()
    } catch (cause) {
      const { data } = ApiError.safeParse(cause)
      const message = data && `Razorpay answered ${data.statusCode} ${data.error?.description ?? ''}`
      throw new ProviderDown(message ?? 'Razorpay cannot be reached', { cause })
    }
    const parsed = schema.safeParse(reply)
    if (!parsed.success) throw new ProviderDown('Razorpay answered something unexpected')
    return parsed.data
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
    createOrder: ({ amount, receipt }) =>
      request(Order, () =>
        sdk.orders.create({ amount, currency, receipt, payment_capture: true, partial_payment: false }),
      ),
    verifyConfirmation: (confirmation) => confirmationFits(options.keySecret, confirmation),
    verifyWebhook: (call) => decodeWebhook(options.webhookSecret, call),
    async fetchPayment(paymentId) {
      try {
        return toPayment(await request(PaymentEntity, () => sdk.payments.fetch(paymentId)))
      } catch (error) {
        const status = apiErrorOf(error)?.statusCode
        if (status === 400 || status === 404) return null
        throw error
      }
    },
    fetchPaymentsOfOrder: async (orderId) =>
      (await request(listOf(PaymentEntity), () => sdk.orders.fetchPayments(orderId))).items.map(toPayment),
    async refundPayment({ paymentId, amount, key }) {
      try {
        // the receipt shows the key in lists of refunds
        const body = { amount, speed: 'normal', receipt: key }
        return toRefund(await request(RefundEntity, () => postRefund(paymentId, body, key)))
      } catch (error) {
        const answer = apiErrorOf(error)
        if (answer?.statusCode === 400)
          throw new RefundRefused(answer.error?.description ?? 'Refused', { cause: error })
        throw error
      }
    },
    async fetchRefunds(paymentId) {
      const params = { count: pageSize.payments }
      const list = await request(listOf(RefundEntity), () => sdk.payments.fetchMultipleRefund(paymentId, params))
      return list.items.map(toRefund)
    },
    async fetchDispute(disputeId) {
      try {
        return toDispute(await request(DisputeEntity, () => sdk.disputes.fetch(disputeId)))
      } catch (error) {
        const status = apiErrorOf(error)?.statusCode
        if (status === 400 || status === 404) return null
        throw error
      }
    },
    async listPayments({ from, to, skip }) {
      const span = { from: Math.floor(from.getTime() / 1000), to: Math.floor(to.getTime() / 1000) }
      const params = { ...span, count: pageSize.payments, skip }
      return (await request(listOf(PaymentEntity), () => sdk.payments.all(params))).items.map(toPayment)
    },
    async listSettlementItems({ date, skip }) {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const params = { year, month, day, count: pageSize.settlements, skip }
      const list = await request(listOf(SettlementLine), () => sdk.settlements.reports(params))
      return list.items.map(toSettlementItem)
    },
  }
}
