import Razorpay from 'razorpay'
import { z } from 'zod'
import { currency, type Payments, ProviderDown } from '#ports/payments.ts'
import { confirmationFits, decodeWebhook, PaymentEntity, toPayment } from './razorpay-codec.ts'

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
const Refund = z.object({ id: z.string() })
const PaymentList = z.object({ items: z.array(PaymentEntity) })
const ApiError = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string().optional(), code: z.string().optional() }).optional(),
})

/** Returns the error reply of Razorpay's API; undefined without a reply. */
const apiErrorOf = (error: unknown): z.output<typeof ApiError> | undefined => {
  const cause = error instanceof ProviderDown ? ApiError.safeParse(error.cause) : undefined
  return cause?.data
}

/** Razorpay through its official SDK. Orders capture automatically; amounts are paise on both sides. */
export function razorpayPayments(options: RazorpayOptions): Payments {
  const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret })
  const { defaults } = (sdk as unknown as { api: { rq: { defaults: { baseURL?: string; timeout?: number } } } }).api.rq // the SDK has no settings for its address and timeout
  defaults.timeout = options.timeoutMs ?? 10_000
  if (options.baseUrl) defaults.baseURL = options.baseUrl

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
      (await request(PaymentList, () => sdk.orders.fetchPayments(orderId))).items.map(toPayment),
    async refundPayment({ id, amount }) {
      try {
        await request(Refund, () => sdk.payments.refund(id, { amount, speed: 'normal' }))
      } catch (error) {
        if (!/fully refunded/i.test(apiErrorOf(error)?.error?.description ?? '')) throw error
      }
    },
  }
}
