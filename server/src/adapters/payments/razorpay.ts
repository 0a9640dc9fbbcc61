import Razorpay from 'razorpay'
import { z } from 'zod'
import { currency, type Payments, ProviderDown } from '#ports/payments.ts'
import { PaymentEntity, toPayment } from './payment-entity.ts'
import { readNotice, resultFits } from './signing.ts'

export type RazorpayOptions = {
  keyId: string
  keySecret: string
  webhookSecret: string /** for tests against a local server */
  baseUrl?: string
}

const Order = z.object({ id: z.string().min(1) })
const PaymentList = z.object({ items: z.array(PaymentEntity) })
const DomainError = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string().optional(), code: z.string().optional() }).optional(),
})

/** Milliseconds that Razorpay has for its answer. An order that is being opened is claimed for longer than that. */
const timeoutMs = 10_000

/** Razorpay through its official SDK. Orders capture automatically; amounts are paise on both sides. */
export function razorpayPayments(options: RazorpayOptions): Payments {
  const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret })
  const { defaults } = (sdk as unknown as { api: { rq: { defaults: { baseURL?: string; timeout?: number } } } }).api.rq // the SDK has no setting for its address, nor for a timeout
  defaults.timeout = timeoutMs
  if (options.baseUrl) defaults.baseURL = options.baseUrl

  async function ask<S extends z.ZodType>(schema: S, call: () => Promise<unknown>): Promise<z.output<S>> {
    let answer: unknown
    try {
      answer = await call()
    } catch (error) {
      const refused = DomainError.safeParse(error)
      throw new ProviderDown(
        refused.success
          ? `Razorpay answered ${refused.data.statusCode} ${refused.data.error?.description ?? ''}`
          : 'Razorpay cannot be reached',
        { cause: error },
      )
    }
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new ProviderDown('Razorpay answered something unexpected')
    return parsed.data
  }

  return {
    provider: 'razorpay',
    keyId: options.keyId,
    checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
    createOrder: ({ amount, receipt }) =>
      ask(Order, () => sdk.orders.create({ amount, currency, receipt, payment_capture: true, partial_payment: false })),
    verifyResult: (result) => resultFits(options.keySecret, result),
    readNotice: (rawBody, signature) => readNotice(options.webhookSecret, rawBody, signature),
    async findPayment(paymentId) {
      try {
        return toPayment(await ask(PaymentEntity, () => sdk.payments.fetch(paymentId)))
      } catch (error) {
        const cause = DomainError.safeParse((error as Error).cause)
        if (cause.success && (cause.data.statusCode === 400 || cause.data.statusCode === 404)) return null
        throw error
      }
    },
    paymentsOf: async (orderId) =>
      (await ask(PaymentList, () => sdk.orders.fetchPayments(orderId))).items.map(toPayment),
    async refund({ id, amount }) {
      try {
        await ask(z.object({ id: z.string() }), () => sdk.payments.refund(id, { amount, speed: 'normal' }))
      } catch (error) {
        const cause = DomainError.safeParse((error as Error).cause)
        if (cause.success && /fully refunded/i.test(cause.data.error?.description ?? '')) return
        throw error
      }
    },
  }
}
