import { randomInt } from 'node:crypto'
import {
  type CheckoutMischief,
  currency,
  minimumPaise,
  type Payments,
  ProviderDown,
  type ProviderPayment,
} from '#ports/payments.ts'
import { checkoutPage } from './sandbox-page.ts'
import { checkoutScript } from './sandbox-script.ts'
import { readNotice, resultFits, sign } from './signing.ts'

export type SandboxOrder = {
  id: string
  amount: number
  receipt: string
  payments: ProviderPayment[]
  refunded: string[]
}

/** The sandbox's own books, kept across restarts. */
export type SandboxStore = {
  load(orderId: string): Promise<SandboxOrder | null>
  save(order: SandboxOrder): Promise<void>
  /** the order that a payment id was used for */
  findByPayment(paymentId: string): Promise<SandboxOrder | null>
}

export type SandboxOptions = {
  keyId: string
  keySecret: string
  webhookSecret: string
  store: SandboxStore
  /** Posts a webhook to ourselves, as the provider would; answers the HTTP status. */
  deliver: (rawBody: string, signature: string) => Promise<number>
  log: (message: string, details: object) => void
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const providerId = (prefix: string): string =>
  prefix + Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')

const paymentForm = /^pay_[A-Za-z0-9]{14}$/
/** Seconds before a notice that was not taken is sent again. */
const repeatSeconds = [2, 10, 60]

/**
 * A payment provider inside this process that behaves like the real one: orders, signed results, webhooks, refunds; and that
 * can misbehave on request. No money moves. Any signed result with a payment id of the provider's form is a payment.
 */
export function sandboxPayments(options: SandboxOptions): Payments {
  const { store, keySecret, webhookSecret } = options

  const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000).unref())

  async function notify(
    payment: ProviderPayment,
    { duplicateNotices = 0, noticeDelaySeconds = 0, dropNotice }: CheckoutMischief,
  ) {
    if (dropNotice) return
    const event = payment.status === 'captured' ? 'payment.captured' : 'payment.failed'
    const entity = {
      id: payment.id,
      order_id: payment.orderId,
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
    }
    const body = JSON.stringify({ entity: 'event', event, contains: ['payment'], payload: { payment: { entity } } })
    await wait(noticeDelaySeconds)
    for (let copy = 0; copy <= duplicateNotices; copy++) {
      for (const pause of [...repeatSeconds, 0]) {
        const status = await options.deliver(body, sign(webhookSecret, body)).catch(() => 0)
        if (status >= 200 && status < 300) break
        options.log('a sandbox notice was not taken', { status, paymentId: payment.id })
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
    provider: 'sandbox',
    keyId: options.keyId,
    checkoutScript: '/sandbox/checkout.js',
    async createOrder({ amount, receipt }) {
      if (!Number.isInteger(amount) || amount < minimumPaise)
        throw new ProviderDown('The sandbox answered 400 Order amount less than minimum amount allowed')
      const id = providerId('order_')
      await store.save({ id, amount, receipt, payments: [], refunded: [] })
      return { id }
    },
    verifyResult: (result) => paymentForm.test(result.paymentId) && resultFits(keySecret, result),
    readNotice: (rawBody, signature) => readNotice(webhookSecret, rawBody, signature),
    async findPayment(paymentId, orderId) {
      const used = await store.findByPayment(paymentId)
      const known = used?.payments.find((one) => one.id === paymentId)
      if (known) return known
      return paymentForm.test(paymentId) ? record(orderId, paymentId, 'captured') : null
    },
    paymentsOf: async (orderId) => (await store.load(orderId))?.payments ?? [],
    async refund(payment) {
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
      async act(orderId, outcome, mischief = {}) {
        const payment = await record(orderId, providerId('pay_'), outcome === 'approve' ? 'captured' : 'failed')
        if (!payment) return null
        notify(payment, mischief).catch((error: Error) =>
          options.log('a sandbox notice failed', { error: error.message }),
        )
        if (outcome === 'decline') return { declined: 'The test bank declined this payment.' }
        return { result: { orderId, paymentId: payment.id, signature: sign(keySecret, `${orderId}|${payment.id}`) } }
      },
    },
  }
}
