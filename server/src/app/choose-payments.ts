import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { Db } from '#core/executor.ts'
import { providerCalls } from '#core/metrics.ts'
import type { Payments, WebhookCall } from '#ports/payments.ts'
import { loadSecrets } from './config/secrets.ts'
import { sandboxStore } from './database-stores.ts'

/** Payment providers other than the sandbox: the variables that they require, and which of them are secret. */
export const paymentProviders = {
  razorpay: {
    variables: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    secrets: ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    source: 'copy them from the Razorpay dashboard',
  },
} as const satisfies Record<string, Provider>

type Provider = {
  variables: readonly PaymentVariable[]
  secrets: readonly PaymentVariable[]
  /** where to get the values */
  source: string
}

export type PaymentChoice = keyof typeof paymentProviders | 'sandbox'
export const paymentChoices = [
  'sandbox',
  ...(Object.keys(paymentProviders) as (keyof typeof paymentProviders)[]), // Object.keys loses the type of the keys
] as const

const variable = (defaultValue: string, description: string) => ({
  schema: z.string().optional(),
  default: defaultValue,
  description,
})

/** Configuration entries of the variables of all providers. */
export const paymentEntries = {
  RAZORPAY_KEY_ID: variable('generated for the sandbox', 'publishable key; the sandbox uses it too when it is set'),
  RAZORPAY_KEY_SECRET: variable(
    'generated for the sandbox',
    'signs payments; the sandbox signs with it too when it is set',
  ),
  RAZORPAY_WEBHOOK_SECRET: variable(
    'generated for the sandbox',
    "signs the provider's webhook events; the sandbox signs with it too when it is set",
  ),
}
type PaymentVariable = keyof typeof paymentEntries
export type PaymentEnvironment = { [V in PaymentVariable]?: string | undefined }

/** Returns the provider whose keys are set, otherwise the sandbox. Keys that the sandbox has generated do not count. */
export const defaultPayments = (env: PaymentEnvironment): PaymentChoice =>
  env.RAZORPAY_KEY_ID && env.RAZORPAY_KEY_SECRET && !env.RAZORPAY_KEY_ID.startsWith('rzp_sandbox')
    ? 'razorpay'
    : 'sandbox'

/** Delivers the sandbox's webhooks to the application, once it is built. Returns the status of the reply. */
export type WebhookDelivery = { current: (call: WebhookCall) => Promise<number> }

type Surroundings = { dataDir: string; db: Db; deliverWebhook: WebhookDelivery; log: FastifyBaseLogger }

/** Returns the configured payment provider, or the sandbox with generated secrets. */
export async function choosePayments(
  config: PaymentEnvironment & { payments: PaymentChoice },
  { dataDir, db, deliverWebhook, log }: Surroundings,
): Promise<Payments> {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = config
  if (config.payments === 'razorpay' && keyId && keySecret && webhookSecret)
    return (await import('#adapters/payments/razorpay.ts')).razorpayPayments({ keyId, keySecret, webhookSecret })
  const generated = keyId && keySecret && webhookSecret ? undefined : loadSecrets(dataDir)
  return sandboxPayments({
    keyId: keyId ?? generated?.sandboxKeyId ?? '',
    keySecret: keySecret ?? generated?.sandboxKeySecret ?? '',
    webhookSecret: webhookSecret ?? generated?.sandboxWebhookSecret ?? '',
    store: sandboxStore(db),
    deliver: (call) => deliverWebhook.current(call),
    log: (message, details) => log.warn(details, message),
  })
}

/** Counts the calls to a provider by their outcome. */
export function countCalls(payments: Payments): Payments {
  const counted =
    <Given extends unknown[], T>(call: string, run: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      try {
        const result = await run(...given)
        providerCalls.inc({ call, outcome: 'done' })
        return result
      } catch (error) {
        providerCalls.inc({ call, outcome: 'failed' })
        throw error
      }
    }
  const { fetchCheckoutData } = payments
  return {
    ...payments,
    ...(fetchCheckoutData && {
      fetchCheckoutData: counted('fetch-order', (orderId) => fetchCheckoutData(orderId)),
    }),
    createOrder: counted('create-order', (order) => payments.createOrder(order)),
    fetchPayment: counted('fetch-payment', (id, orderId) => payments.fetchPayment(id, orderId)),
    fetchPaymentsOfOrder: counted('fetch-payments', (orderId) => payments.fetchPaymentsOfOrder(orderId)),
    refundPayment: counted('refund', (refund) => payments.refundPayment(refund)),
    fetchRefunds: counted('fetch-refunds', (paymentId) => payments.fetchRefunds(paymentId)),
    fetchDispute: counted('fetch-dispute', (disputeId) => payments.fetchDispute(disputeId)),
    listRefunds: counted('list-refunds', (span) => payments.listRefunds(span)),
    listDisputes: counted('list-disputes', (page) => payments.listDisputes(page)),
    listPayments: counted('list-payments', (span) => payments.listPayments(span)),
    listSettlementItems: counted('list-settlements', (day) => payments.listSettlementItems(day)),
  }
}
