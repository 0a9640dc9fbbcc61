import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Payments, ProviderDown } from '#ports/payments.ts'
import { sign } from './signing.ts'

/** A provider, and what happens in its checkout. */
export type PaymentsUnderTest = {
  payments: Payments
  /** A buyer's try; returns the payment's id. */
  pay(orderId: string, outcome: 'captured' | 'failed'): Promise<string>
  close?(): void
}

export const conformanceKeys = { keyId: 'rzp_test_x', keySecret: 'shhh', webhookSecret: 'hook' }

/** What every payment adapter does. Keys are those of `conformanceKeys`. */
export function conformsToPayments(name: string, open: () => Promise<PaymentsUnderTest>): void {
  describe(`${name} as a payment provider`, () => {
    let provider: PaymentsUnderTest
    beforeAll(async () => {
      provider = await open()
    })
    afterAll(() => provider.close?.())
    const openOrder = async () => (await provider.payments.createOrder({ amount: 49_900, receipt: 'r' })).id

    test('opens orders of their own, without payments', async () => {
      const [first, second] = [await openOrder(), await openOrder()]
      expect(first).not.toBe(second)
      expect(await provider.payments.paymentsOf(first)).toEqual([])
    })

    test.each([0, 1, 99])('refuses an order of %i paise', async (amount) => {
      await expect(provider.payments.createOrder({ amount, receipt: 'r' })).rejects.toThrow(ProviderDown)
    })

    test('knows a captured payment by its id and by its order', async () => {
      const orderId = await openOrder()
      const id = await provider.pay(orderId, 'captured')
      const payment = { id, orderId, amount: 49_900, currency: 'INR', status: 'captured', refunded: 0 }
      expect(await provider.payments.findPayment(id, orderId)).toEqual(payment)
      expect(await provider.payments.paymentsOf(orderId)).toEqual([payment])
    })

    test('knows a failed payment, beside the one that followed', async () => {
      const orderId = await openOrder()
      await provider.pay(orderId, 'failed')
      await provider.pay(orderId, 'captured')
      const statuses = (await provider.payments.paymentsOf(orderId)).map(({ status }) => status)
      expect(statuses.sort()).toEqual(['captured', 'failed'])
    })

    test('does not call a refunded payment captured; refunding it again is no error', async () => {
      const orderId = await openOrder()
      const id = await provider.pay(orderId, 'captured')
      await provider.payments.refund({ id, amount: 49_900 })
      await provider.payments.refund({ id, amount: 49_900 })
      const refunded = { id, status: 'refunded', refunded: 49_900 }
      expect(await provider.payments.findPayment(id, orderId)).toMatchObject(refunded)
      expect(await provider.payments.paymentsOf(orderId)).toMatchObject([refunded])
    })

    test('believes signed results only', () => {
      const [orderId, paymentId] = ['order_AAAAAAAAAAAAAA', 'pay_AAAAAAAAAAAAAA']
      const result = { orderId, paymentId, signature: sign('shhh', `${orderId}|${paymentId}`) }
      expect(provider.payments.verifyResult(result)).toBe(true)
      for (const signature of ['', 'x', `${result.signature}0`, result.signature.toUpperCase()])
        expect(provider.payments.verifyResult({ ...result, signature })).toBe(false)
    })

    const entity = { id: 'pay_1', order_id: 'order_1', amount: 100, currency: 'INR', status: 'captured' }
    const read = (event: string, payment: object, secret = 'hook') => {
      const raw = Buffer.from(JSON.stringify({ entity: 'event', event, payload: { payment: { entity: payment } } }))
      return provider.payments.readNotice(raw, sign(secret, raw))
    }
    const notice = { event: 'payment.captured', orderId: 'order_1', paymentId: 'pay_1', amount: 100, currency: 'INR' }

    test('reads signed webhook events only', () => {
      expect(read('payment.captured', entity)).toEqual({ ...notice, status: 'captured' })
      expect(read('payment.captured', entity, 'another')).toBeNull()
      expect(provider.payments.readNotice(Buffer.from('nonsense'), sign('hook', 'nonsense'))).toBeNull()
    })

    test.each([
      ['another currency', { currency: 'USD' }, { currency: 'USD' }],
      ['a currency that is none', { currency: 5 }, { currency: '5' }],
      ['an amount that is no integer', { amount: '100' }, { amount: Number.NaN }],
      ['a refund of all', { status: 'refunded', amount_refunded: 100, refund_status: 'full' }, { status: 'refunded' }],
      ['a refund of a part', { amount_refunded: 1, refund_status: 'partial' }, { status: 'refunded' }],
      ['a payment that is not captured yet', { status: 'authorized' }, { status: 'pending' }],
      ['a failed payment', { status: 'failed' }, { status: 'failed' }],
    ])('reads %s in a webhook event as it is', (_what, changes, meant) => {
      expect(read('payment.captured', { ...entity, ...changes })).toMatchObject(meant)
    })
  })
}
