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

const Order = z.object({ id: z.string().min(1), amount: z.coerce.number().optional() })
const listOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) })
/** The most items of a page, and of all payments of an order. */
const most = { page: 100, settlements: 1000, payments: 1000 }
const mostRefunds = 1000

const inSeconds = ({ from, to }: { from: Date; to: Date }) => ({
  from: Math.floor(from.getTime() / 1000),
  to: Math.floor(to.getTime() / 1000),
})

const ApiError = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string().optional(), code: z.string().optional() }).optional(),
})

/** The HTTP client inside of the SDK (axios). */
type Client = {
  defaults: { baseURL?: string; timeout?: number; maxContentLength?: number; maxRedirects?: number; redact?: string[] }
  interceptors: {
    request: { use(change: <C extends { signal?: AbortSignal }>(config: C) => C): void }
    response: { use(done: undefined, failed: (error: unknown) => Promise<never>): void }
  }
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>
}

/** The largest reply that is read; a page of 1,000 lines of settlements is below 1 MB. */
const maxReplyBytes = 10_000_000

/**
 * What is kept of a failed call: status and error of the reply, or, with the status 0, why there was none. Errors of the HTTP client carry
 * the key secret, and jobs store the errors that end them.
 */
function plainFailure(error: unknown): { response: { status: number; data: { error?: unknown } } } {
  const { response, code, message } = error as {
    response?: { status: number; data?: { error?: unknown } | null }
    code?: string
    message?: string
  } // axios
  if (response) return { response: { status: response.status, data: { error: response.data?.error } } }
  return { response: { status: 0, data: { error: { code, description: message } } } }
}

/** Returns the error reply of Razorpay's API; undefined without a reply. */
const apiErrorOf = (error: unknown): z.output<typeof ApiError> | undefined =>
  error instanceof ProviderDown ? ApiError.safeParse(error.cause).data : undefined

/** Razorpay through its official SDK. Orders capture automatically; amounts are paise on both sides. */
export function razorpayPayments(options: RazorpayOptions): Payments {
  const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret })
  const timeoutMs = options.timeoutMs ?? 10_000
  // the SDK has no settings for its address, limits and timeout, and sends no idempotency key
  const { rq } = (sdk as unknown as { api: { rq: Client } }).api
  rq.defaults.timeout = timeoutMs
  rq.defaults.maxContentLength = maxReplyBytes
  rq.defaults.maxRedirects = 0
  rq.defaults.redact = ['auth', 'authorization', 'password']
  // the client's own timeout starts again with every byte
  rq.interceptors.request.use((config) => Object.assign(config, { signal: AbortSignal.timeout(timeoutMs) }))
  rq.interceptors.response.use(undefined, (error) => Promise.reject(plainFailure(error)))
  if (options.baseUrl) rq.defaults.baseURL = options.baseUrl

  /** Posts a refund with its key. Errors have the form of the SDK's. */
  const postRefund = async (paymentId: string, body: object, key: string): Promise<unknown> => {
    try {
      const headers = { 'X-Refund-Idempotency': key }
      return (await rq.post(`/v1/payments/${encodeURIComponent(paymentId)}/refund`, body, { headers })).data
    } catch (error) {
      const { response } = plainFailure(error)
      throw { statusCode: response.status, error: response.data.error }
    }
  }

  /** Calls the API. `fits` says whether a reply is about what was asked for. */
  async function request<S extends z.ZodType>(
    schema: S,
    call: () => Promise<unknown>,
    fits: (reply: z.output<S>) => boolean = () => true,
  ): Promise<z.output<S>> {
    let reply: unknown
    try {
      reply = await call()
    } catch (error) {
      const { data: cause } = ApiError.safeParse(error)
      const why = cause?.error?.description ?? ''
      const what = cause?.statusCode ? `answered ${cause.statusCode} ${why}` : `cannot be reached: ${why}`
      throw new ProviderDown(`Razorpay ${what}`.slice(0, 300), { cause })
    }
    const parsed = schema.safeParse(reply)
    if (!parsed.success) throw new ProviderDown('Razorpay answered something unexpected')
    if (!fits(parsed.data)) throw new ProviderDown('Razorpay answered about something else than it was asked for')
    return parsed.data
  }

  /** The same for one thing that may not exist. */
  async function find<S extends z.ZodType>(
    schema: S,
    call: () => Promise<unknown>,
    fits: (reply: z.output<S>) => boolean,
  ): Promise<z.output<S> | null> {
    try {
      return await request(schema, call, fits)
    } catch (error) {
      const status = apiErrorOf(error)?.statusCode
      if (status === 400 || status === 404) return null
      throw error
    }
  }

  /** A page of a list, in which no more than `most` items are. */
  const page = async <S extends z.ZodType>(
    item: S,
    most: number,
    call: () => Promise<unknown>,
    fits: (item: z.output<S>) => boolean = () => true,
  ): Promise<z.output<S>[]> =>
    (await request(listOf(item), call, ({ items }) => items.length <= most && items.every(fits))).items

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
      request(
        Order,
        () => sdk.orders.create({ amount, currency, receipt, payment_capture: true, partial_payment: false }),
        (order) => (order.amount ?? amount) === amount,
      ),
    verifyConfirmation: (confirmation) => confirmationFits(options.keySecret, confirmation),
    verifyWebhook: (call) => decodeWebhook(options.webhookSecret, call),
    async fetchPayment(paymentId) {
      const payment = await find(
        PaymentEntity,
        () => sdk.payments.fetch(paymentId),
        ({ id }) => id === paymentId,
      )
      return payment && toPayment(payment)
    },
    async fetchPaymentsOfOrder(orderId) {
      const fits = ({ order_id }: z.output<typeof PaymentEntity>): boolean => order_id === orderId
      return (await page(PaymentEntity, most.payments, () => sdk.orders.fetchPayments(orderId), fits)).map(toPayment)
    },
    async refundPayment({ paymentId, amount, key }) {
      try {
        // the receipt shows the key in lists of refunds
        const body = { amount, speed: 'normal', receipt: key }
        const fits = (made: z.output<typeof RefundEntity>): boolean =>
          made.payment_id === paymentId && made.amount === amount && made.receipt === key
        return toRefund(await request(RefundEntity, () => postRefund(paymentId, body, key), fits))
      } catch (error) {
        const answer = apiErrorOf(error)
        if (answer?.statusCode === 400)
          throw new RefundRefused(answer.error?.description ?? 'Refused', { cause: error })
        throw error
      }
    },
    async fetchRefunds(paymentId) {
      const refunds: z.output<typeof RefundEntity>[] = []
      const count = most.page
      const fits = ({ payment_id }: z.output<typeof RefundEntity>): boolean => payment_id === paymentId
      for (let skip = 0; skip < mostRefunds; skip += count) {
        const params = { count, skip }
        const some = await page(RefundEntity, count, () => sdk.payments.fetchMultipleRefund(paymentId, params), fits)
        refunds.push(...some)
        if (some.length < count) return refunds.map(toRefund)
      }
      throw new ProviderDown(`Razorpay has more than ${mostRefunds} refunds of a payment`)
    },
    async fetchDispute(disputeId) {
      const dispute = await find(
        DisputeEntity,
        () => sdk.disputes.fetch(disputeId),
        ({ id }) => id === disputeId,
      )
      return dispute && toDispute(dispute)
    },
    async listPayments({ skip, ...span }) {
      const params = { ...inSeconds(span), count: most.page, skip }
      return (await page(PaymentEntity, most.page, () => sdk.payments.all(params))).map(toPayment)
    },
    async listRefunds({ skip, ...span }) {
      const params = { ...inSeconds(span), count: most.page, skip }
      return (await page(RefundEntity, most.page, () => sdk.refunds.all(params))).map(toRefund)
    },
    listDisputes: async ({ skip }) =>
      (await page(DisputeEntity, most.page, () => sdk.disputes.all({ count: most.page, skip }))).map(toDispute),
    async listSettlementItems({ date, skip }) {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const params = { year, month, day, count: most.settlements, skip }
      return (await page(SettlementLine, most.settlements, () => sdk.settlements.reports(params))).map(toSettlementItem)
    },
  }
}
