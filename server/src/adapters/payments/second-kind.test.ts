import { expect, test } from 'vitest'
import { InvalidWebhook, ProviderDown } from '#ports/payments.ts'
import { stripePayments } from '#test/support/services/stripe/stripe-payments.ts'
import {
  signStripeWebhook,
  startStripeServer,
  stateStripeWebhook,
  stripeFacts,
  stripeKeys,
} from '#test/support/services/stripe/stripe-server.ts'
import { conformsToPayments } from './conformance.ts'

conformsToPayments('a provider with client secrets and cursors', async () => {
  const fake = await startStripeServer()
  return {
    facts: stripeFacts,
    payments: stripePayments({ ...stripeKeys, baseUrl: fake.url }),
    pay: async (orderId, outcome) => fake.pay(orderId, outcome).id,
    // the page gets only the intent
    confirm: (orderId) => ({ orderId, paymentId: orderId, signature: 'none' }),
    webhook: stateStripeWebhook,
    signedWebhook: (rawBody) => signStripeWebhook(rawBody),
    dispute: async (_orderId, paymentId, status) => fake.dispute(paymentId, status).id,
    refundsBecome(outcome) {
      fake.refundsBecome = outcome === 'processed' ? 'succeeded' : outcome
    },
    today: () => new Date(),
    breakDown(how) {
      if (how === 'unreachable') return stripePayments({ ...stripeKeys, baseUrl: 'http://127.0.0.1:1' })
      fake.fault = how
      return stripePayments({ ...stripeKeys, baseUrl: fake.url, timeoutMs: 100 })
    },
    repair() {
      fake.fault = undefined
    },
    close: fake.close,
  }
})

const offline = stripePayments({ ...stripeKeys, baseUrl: 'http://127.0.0.1:1' })

test('refuses an old webhook call although it is signed', () => {
  const { rawBody } = stateStripeWebhook('captured', { id: 'ch_1', orderId: 'pi_1', amount: 100, currency: 'INR' })
  const minutesAgo = (minutes: number) => signStripeWebhook(rawBody, Date.now() - minutes * 60_000)
  expect(offline.verifyWebhook(minutesAgo(4))).toMatchObject({ orderId: 'pi_1', paymentId: 'ch_1' })
  expect(() => offline.verifyWebhook(minutesAgo(6))).toThrow(InvalidWebhook)
  const { headers } = minutesAgo(6)
  const renewed = String(headers['stripe-signature']).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`)
  expect(() => offline.verifyWebhook({ headers: { 'stripe-signature': renewed }, rawBody })).toThrow(InvalidWebhook)
})

test('accepts one of several signatures, as during the replacement of a secret', () => {
  const { headers, rawBody } = stateStripeWebhook('captured', { id: 'ch_1', orderId: 'pi_1', amount: 100 })
  const [time, signature] = String(headers['stripe-signature']).split(',')
  const call = { headers: { 'stripe-signature': `${time},v1=${'0'.repeat(64)},${signature}` }, rawBody }
  expect(offline.verifyWebhook(call)).toMatchObject({ paymentId: 'ch_1' })
})

test('does not expose its key when it cannot be reached', async () => {
  const error = await offline.createOrder({ amount: 100, receipt: 'r' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderDown)
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(stripeKeys.secretKey)
})
