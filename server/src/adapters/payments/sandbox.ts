import { randomInt } from 'node:crypto'
import {
  currency,
  minimumPaise,
  type Payments,
  ProviderDown,
  type ProviderPayment,
  type WebhookCall,
  type WebhookFaults,
} from '#ports/payments.ts'
import { confirmationFits, decodeWebhook, encodeWebhook, signConfirmation } from './razorpay-codec.ts'
import { checkoutPage } from './sandbox-page.ts'
import { checkoutScript } from './sandbox-script.ts'

export type SandboxOrder = {
  id: string
  amount: number
  receipt: string
  payments: ProviderPayment[]
  refunded: string[]
}

/** The sandbox's own records, kept across restarts. */
export type SandboxStore = {
  load(orderId: string): Promise<SandboxOrder | null>
  save(order: SandboxOrder): Promise<void>
  /** Returns the order that a payment id was used for. */
  findByPayment(paymentId: string): Promise<SandboxOrder | null>
}

export type SandboxOptions = {
  keyId: string
  keySecret: string
  webhookSecret: string
  store: SandboxStore
  /** Posts a webhook to the application, as the provider would; returns the HTTP status. */
  deliver: (call: WebhookCall) => Promise<number>
  log: (message: string, details: object) => void
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const providerId = (prefix: string): string =>
  prefix + Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')

const paymentForm = /^pay_[A-Za-z0-9]{14}$/
/** Seconds before the retries of a webhook that was not accepted. */
const repeatSeconds = [2, 10, 60]

/**
 * A payment provider inside this process with the wire format of Razorpay: orders, confirmations, webhooks, refunds, and fault
 * injection on request. No money moves. A confirmation with a valid signature and a payment id in Razorpay's format counts as a
 * payment, even if the id is unknown.
 */
export function sandboxPayments(options: SandboxOptions): Payments {
  const { store, keySecret, webhookSecret } = options

  const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000).unref())

  async function sendWebhook(
    payment: ProviderPayment,
    { duplicates = 0, delaySeconds = 0, drop }: WebhookFaults,
  ): Promise<void> {
    if (drop) return
    const { id, orderId: order_id, amount, status } = payment
    const event = status === 'captured' ? 'payment.captured' : 'payment.failed'
    const call = encodeWebhook(webhookSecret, event, { id, order_id, amount, currency: payment.currency, status })
    await wait(delaySeconds)
    for (let copy = 0; copy <= duplicates; copy++) {
      for (const pause of [...repeatSeconds, 0]) {
        const status = await options.deliver(call).catch(() => 0)
        if (status >= 200 && status < 300) break
        options.log('a webhook of the sandbox was not accepted', { status, paymentId: id })
        await wait(pause)
      }
    }
  }

  async function record(
    orderId: string,
    id: string,
    status: ProviderPayment['status'],
  ): Promise<ProviderPayment | null> {
    const order = await store.load(orderId)
    if (!order) return null
    const payment = { id, orderId, amount: order.amount, currency, status, refunded: 0 }
    await store.save({ ...order, payments: [...order.payments.filter((one) => one.id !== id), payment] })
    return payment
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
      await store.save({ id, amount, receipt, payments: [], refunded: [] })
      return { id }
    },
    verifyConfirmation: (confirmation) =>
      paymentForm.test(confirmation.paymentId) && confirmationFits(keySecret, confirmation),
    verifyWebhook: (call) => decodeWebhook(webhookSecret, call),
    async fetchPayment(paymentId, orderId) {
      const used = await store.findByPayment(paymentId)
      const known = used?.payments.find((one) => one.id === paymentId)
      if (known) return known
      return paymentForm.test(paymentId) ? record(orderId, paymentId, 'captured') : null
    },
    fetchPaymentsOfOrder: async (orderId) => (await store.load(orderId))?.payments ?? [],
    async refundPayment(payment) {
      const order = await store.findByPayment(payment.id)
      if (!order || order.refunded.includes(payment.id)) return
      const payments = order.payments.map((one) =>
        one.id === payment.id ? { ...one, status: 'refunded' as const, refunded: one.amount } : one,
      )
      await store.save({ ...order, payments, refunded: [...order.refunded, payment.id] })
    },
    hosted: {
      script: () => checkoutScript,
      async page(orderId, nonce, origins) {
        const order = await store.load(orderId)
        return order && checkoutPage(order, nonce, origins)
      },
      async act(orderId, outcome, faults = {}) {
        const payment = await record(orderId, providerId('pay_'), outcome === 'approve' ? 'captured' : 'failed')
        if (!payment) return null
        sendWebhook(payment, faults).catch((error: Error) =>
          options.log('a webhook of the sandbox failed', { error: error.message }),
        )
        if (outcome === 'decline') return { declined: 'The test bank declined this payment.' }
        const signature = signConfirmation(keySecret, orderId, payment.id)
        return { confirmation: { orderId, paymentId: payment.id, signature } }
      },
    },
  }
}
