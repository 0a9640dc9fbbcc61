import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { InvalidWebhook, type Payments, ProviderDown, type ProviderPage, RefundRefused } from '#ports/payments.ts'
import type { PaymentsUnderTest, StatedPayment } from './conformance-provider.ts'

/** Conformance tests of the port `Payments`. Amounts of `createOrder` are paise; the sources of a checkout are origins. */
export function conformsToPayments(name: string, open: () => Promise<PaymentsUnderTest>): void {
  describe(`${name} as a payment provider`, () => {
    let provider: PaymentsUnderTest
    let payments: Payments
    beforeAll(async () => {
      provider = await open()
      payments = provider.payments
    })
    afterEach(() => provider.repair?.())
    afterAll(() => provider.close?.())
    const amount = 49_900
    /** Reads a list to its end, and returns the items of all pages. */
    async function all<Item>(
      read: (cursor: string | null) => Promise<ProviderPage<Item>>,
      mostOfPage = 100,
    ): Promise<Item[]> {
      const items: Item[] = []
      let cursor: string | null = null
      for (let page = 0; page < 20; page++) {
        const { items: some, next }: ProviderPage<Item> = await read(cursor)
        expect(some.length, 'items of a page').toBeLessThanOrEqual(mostOfPage)
        items.push(...some)
        if (next === null) return items
        expect(next, 'the cursor of the next page').not.toBe(cursor)
        cursor = next
      }
      throw new Error('The list does not end within 20 pages')
    }
    /** Returns the hour before and after now, and two hours without events. */
    const spans = () => {
      const now = provider.today().getTime()
      const span = (from: number, to: number) => ({ from: new Date(now + from), to: new Date(now + to) })
      return { around: span(-3600_000, 3600_000), before: span(-10_800_000, -3600_000) }
    }
    const openOrder = async () => (await payments.createOrder({ amount, receipt: 'r' })).id
    const paid = async () => {
      const orderId = await openOrder()
      return { orderId, id: await provider.pay(orderId, 'captured') }
    }

    describe('orders and payments', () => {
      test('opens a new order for each call, without payments', async () => {
        const [first, second] = [await openOrder(), await openOrder()]
        expect(first).not.toBe(second)
        expect(await payments.fetchPaymentsOfOrder(first)).toEqual([])
      })

      test.each([0, 1, 99])('refuses an order of %i paise', async (tooLittle) => {
        await expect(payments.createOrder({ amount: tooLittle, receipt: 'r' })).rejects.toThrow(ProviderDown)
      })

      test('returns a captured payment by its id and by its order, in paise', async () => {
        const orderId = await openOrder()
        const id = await provider.pay(orderId, 'captured')
        const payment = { id, orderId, amount, currency: 'INR', status: 'captured', refunded: 0 }
        expect(await payments.fetchPayment(id, orderId)).toEqual(payment)
        expect(await payments.fetchPaymentsOfOrder(orderId)).toEqual([payment])
      })

      test('returns a failed payment together with the captured one that followed', async () => {
        const orderId = await openOrder()
        await provider.pay(orderId, 'failed')
        await provider.pay(orderId, 'captured')
        const statuses = (await payments.fetchPaymentsOfOrder(orderId)).map(({ status }) => status)
        expect(statuses.sort()).toEqual(['captured', 'failed'])
      })

      test.each(['nonsense', '..', ''])('returns null for a payment id that cannot exist: %j', async (id) => {
        expect(await payments.fetchPayment(id, await openOrder())).toBeNull()
      })

      test('refunds once, also when requested twice, and no longer reports the payment as captured', async () => {
        const { orderId, id } = await paid()
        const refunded = { id, status: 'refunded', refunded: amount }
        const first = await payments.refundPayment({ paymentId: id, amount, key: 'refund-once-1' })
        expect(first).toMatchObject({ paymentId: id, amount, status: 'processed', key: 'refund-once-1' })
        expect(await payments.fetchPayment(id, orderId)).toMatchObject(refunded)
        const again = await payments.refundPayment({ paymentId: id, amount, key: 'refund-once-1' })
        expect(again).toEqual(first)
        expect(await payments.fetchPayment(id, orderId)).toMatchObject(refunded)
        expect(await payments.fetchPaymentsOfOrder(orderId)).toMatchObject([refunded])
        expect(await payments.fetchRefunds(id)).toEqual([first])
      })

      test('refunds in parts, each with its own key, and never more than is left', async () => {
        const { orderId, id } = await paid()
        const part = (key: string, of: number) => payments.refundPayment({ paymentId: id, amount: of, key })
        await part('refund-part-1', 100)
        expect(await payments.fetchPayment(id, orderId)).toMatchObject({ status: 'refunded', refunded: 100 })
        await expect(part('refund-part-2', amount)).rejects.toThrow(RefundRefused)
        await part('refund-part-3', amount - 100)
        await expect(part('refund-part-4', 1)).rejects.toThrow(RefundRefused)
        expect((await payments.fetchRefunds(id)).map((one) => one.amount).sort()).toEqual([100, amount - 100].sort())
      })

      test('refuses the refund of a payment that does not exist', async () => {
        const { paymentId } = provider.facts.unknown
        const refund = { paymentId, amount, key: 'refund-none-1' }
        await expect(payments.refundPayment(refund)).rejects.toThrow(RefundRefused)
      })

      test.each(['pending', 'failed'] as const)('reports that a refund is %s', async (outcome) => {
        const { orderId } = await paid()
        provider.refundsBecome(outcome, orderId)
        const id = await provider.pay(orderId, 'captured')
        const refund = await payments.refundPayment({ paymentId: id, amount, key: `refund-${outcome}-1` })
        provider.refundsBecome('processed', orderId)
        expect(refund.status).toBe(outcome)
        expect(await payments.fetchRefunds(id)).toEqual([refund])
      })

      test('reports disputes, and refuses refunds while one is open', async () => {
        const { orderId, id } = await paid()
        const disputeId = await provider.dispute(orderId, id, 'open')
        const about = { id: disputeId, paymentId: id, amount, phase: provider.facts.disputePhase }
        expect(await payments.fetchDispute(disputeId)).toMatchObject({ ...about, status: 'open', deducted: 0 })
        const refund = { paymentId: id, amount, key: 'refund-disputed-1' }
        await expect(payments.refundPayment(refund)).rejects.toThrow(RefundRefused)
        await provider.dispute(orderId, id, 'lost')
        expect(await payments.fetchDispute(disputeId)).toMatchObject({ ...about, status: 'lost', deducted: amount })
        expect(await payments.fetchDispute(provider.facts.unknown.disputeId)).toBeNull()
      })

      test('returns the same checkout data for a resumed order as for the new one', async () => {
        const order = await payments.createOrder({ amount, receipt: 'r' })
        expect(await payments.fetchCheckoutData?.(order.id)).toEqual(order.checkoutData)
        for (const [name, value] of Object.entries(order.checkoutData ?? {}))
          expect(value, `${name} of the checkout data`).toMatch(/^.{1,2000}$/)
      })

      test('lists the payments of a span of time, and no others', async () => {
        const { around, before } = spans()
        const { id, orderId } = await paid()
        const listed = await all((cursor) => payments.listPayments({ ...around, cursor }))
        expect(listed.find((one) => one.id === id)).toEqual(await payments.fetchPayment(id, orderId))
        expect(await all((cursor) => payments.listPayments({ ...before, cursor }))).toEqual([])
      })

      test('lists each payment once, on as many pages as it takes', async () => {
        const orderId = await openOrder()
        const made: string[] = []
        for (let count = 0; count < 101; count++) made.push(await provider.pay(orderId, 'failed'))
        const listed = await all((cursor) => payments.listPayments({ ...spans().around, cursor }))
        const ids = listed.filter((one) => one.orderId === orderId).map(({ id }) => id)
        expect(ids.sort()).toEqual(made.sort())
      })

      test('lists the refunds of a span of time, also those made in the dashboard, and the newest disputes', async () => {
        const { around, before } = spans()
        const { id, orderId } = await paid()
        const made = await payments.refundPayment({ paymentId: id, amount: 100, key: 'refund-listed-1' })
        const disputeId = await provider.dispute(orderId, id, 'open')
        const refunds = await all((cursor) => payments.listRefunds({ ...around, cursor }))
        expect(refunds.find((one) => one.id === made.id)).toEqual(made)
        const disputes = await all((cursor) => payments.listDisputes({ cursor }))
        expect(disputes.find((one) => one.id === disputeId)).toEqual(await payments.fetchDispute(disputeId))
        expect(await all((cursor) => payments.listRefunds({ ...before, cursor }))).toEqual([])
      })

      test('lists the settlements of a day, with fees', async () => {
        const { id, orderId } = await paid()
        const date = new Date(provider.today().getTime() + 5.5 * 3600_000).toISOString().slice(0, 10)
        const settled = (day: string) => all((cursor) => payments.listSettlementItems({ date: day, cursor }), 1000)
        const line = (await settled(date)).find((one) => one.id === id)
        expect(line).toMatchObject({ kind: 'payment', amount, orderId })
        expect(line?.fee).toBeGreaterThan(0)
        expect(line?.settlementId).not.toBeNull()
        expect(await settled('2020-01-01')).toEqual([])
      })
    })

    describe('confirmations', () => {
      test('accepts one that the provider issued', async () => {
        const orderId = await openOrder()
        const paymentId = await provider.pay(orderId, 'captured')
        expect(payments.verifyConfirmation(provider.confirm(orderId, paymentId))).toBe(true)
      })

      test('accepts no forged one: it is refused, or the provider has no such payment of the order', async () => {
        const orderId = await openOrder()
        const paymentId = await provider.pay(orderId, 'captured')
        const other = await openOrder()
        const otherPaymentId = await provider.pay(other, 'captured')
        const unpaid = await openOrder()
        const confirmation = provider.confirm(orderId, paymentId)
        for (const forged of [
          { ...confirmation, orderId: unpaid },
          { ...confirmation, orderId: other },
          { ...confirmation, paymentId: otherPaymentId },
          { ...confirmation, paymentId: provider.facts.unknown.paymentId },
          { ...provider.confirm(unpaid, paymentId), signature: confirmation.signature },
        ]) {
          if (!payments.verifyConfirmation(forged)) continue
          expect(provider.facts.signsConfirmations, `${JSON.stringify(forged)} is signed`).toBe(false)
          const payment = await payments.fetchPayment(forged.paymentId, forged.orderId)
          expect(payment?.status === 'captured' && payment.orderId === forged.orderId).toBe(false)
        }
      })

      test('refuses ids in another format', async () => {
        const orderId = await openOrder()
        const confirmation = provider.confirm(orderId, await provider.pay(orderId, 'captured'))
        for (const nonsense of ['', 'x', '../x', 'é', '\u0000', 'x'.repeat(500)]) {
          expect(payments.verifyConfirmation({ ...confirmation, orderId: nonsense })).toBe(false)
          expect(payments.verifyConfirmation({ ...confirmation, paymentId: nonsense })).toBe(false)
        }
      })

      test('refuses a wrong signature', async ({ skip }) => {
        if (!provider.facts.signsConfirmations) return skip('its checkout signs nothing')
        const orderId = await openOrder()
        const confirmation = provider.confirm(orderId, await provider.pay(orderId, 'captured'))
        const { signature } = confirmation
        for (const forged of ['', 'x', `${signature}0`, signature.toUpperCase(), 'é'.repeat(signature.length / 2)])
          expect(payments.verifyConfirmation({ ...confirmation, signature: forged })).toBe(false)
      })

      test('leads to the payment that it confirms', async () => {
        const orderId = await openOrder()
        await provider.pay(orderId, 'failed')
        const id = await provider.pay(orderId, 'captured')
        const confirmation = provider.confirm(orderId, id)
        const payment = await payments.fetchPayment(confirmation.paymentId, confirmation.orderId)
        expect(payment).toMatchObject({ id, orderId, status: 'captured' })
      })
    })

    describe('webhooks', () => {
      const payment = (): StatedPayment => {
        const { paymentId: id, orderId } = provider.facts.named
        return { id, orderId, amount: 100, currency: 'INR' }
      }

      test('parses an authentic one', () => {
        const { paymentId, orderId } = provider.facts.named
        const call = provider.webhook('captured', { ...payment(), status: 'captured' })
        const event = { kind: 'captured', orderId, paymentId, disputeId: null, amount: 100, currency: 'INR' }
        expect(payments.verifyWebhook(call)).toMatchObject(event)
      })

      test.each<[string, Parameters<PaymentsUnderTest['webhook']>[0], StatedPayment, object]>([
        ['another currency', 'captured', { currency: 'USD' }, { currency: 'USD' }],
        ['a currency that is none', 'captured', { currency: 5 }, { currency: '5' }],
        ['an amount that is no integer', 'captured', { amount: '100' }, { amount: Number.NaN }],
        ['a captured payment', 'captured', { status: 'captured' }, { kind: 'captured' }],
        ['a captured one that is refunded meanwhile', 'captured', { status: 'refunded' }, { kind: 'other' }],
        ['a captured one of which a part is refunded', 'captured', { status: 'partly refunded' }, { kind: 'other' }],
        ['a payment that is not captured yet', 'captured', { status: 'pending' }, { kind: 'other' }],
        ['a failed payment', 'failed', { status: 'failed' }, { kind: 'other' }],
        ['a refund of all', 'refunded', { status: 'refunded' }, { kind: 'refund' }],
        ['a refund of a part', 'refunded', { status: 'partly refunded' }, { kind: 'refund' }],
        ['a dispute', 'disputed', { status: 'captured' }, { kind: 'dispute' }],
      ])('reads %s as it is', (_what, kind, stated, expected) => {
        const { named } = provider.facts
        const event = payments.verifyWebhook(provider.webhook(kind, { ...payment(), ...stated }))
        expect(event).toMatchObject(expected)
        expect(event).toMatchObject({ orderId: named.orderId, paymentId: named.paymentId })
        expect(event?.disputeId).toBe(kind === 'disputed' ? named.disputeId : null)
      })

      test('returns null for authentic ones without a payment of an order', () => {
        const ofNoOrder = { id: provider.facts.named.paymentId, amount: 100 }
        expect(payments.verifyWebhook(provider.webhook('captured', ofNoOrder))).toBeNull()
        for (const body of ['{}', '[]', 'null', '5', '{"payload":{"payment":5}}', '{"data":{"object":5}}'])
          expect(payments.verifyWebhook(provider.signedWebhook(Buffer.from(body)))).toBeNull()
      })

      test.each(['', 'nonsense', '{"entity":'])('refuses %j as a body, though signed', (body) => {
        expect(() => payments.verifyWebhook(provider.signedWebhook(Buffer.from(body)))).toThrow(InvalidWebhook)
      })

      test('refuses forged ones', () => {
        const { headers, rawBody } = provider.webhook('captured', payment())
        const other = provider.webhook('captured', { ...payment(), amount: 200 })
        const forged = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, `${value}0`]))
        for (const call of [
          { headers: {}, rawBody },
          { headers: forged, rawBody },
          { headers: other.headers, rawBody },
          { headers, rawBody: Buffer.concat([rawBody, Buffer.from(' ')]) },
        ])
          expect(() => payments.verifyWebhook(call)).toThrow(InvalidWebhook)
      })
    })

    test('describes its checkout: a driver, a script, a public key, and only origins of the provider', () => {
      const { driver, script, publicKey, sources } = payments.checkout
      expect(driver).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(publicKey).not.toBe('')
      for (const origin of Object.values(sources).flat()) expect(origin).toBe(new URL(origin).origin)
      if (script.startsWith('/')) expect(payments.hosted?.script()).not.toBe('')
      else expect(sources.script).toContain(new URL(script).origin)
    })

    const noNetwork = 'there is no network between us and the provider'
    test.for(['error', 'slow', 'drip', 'huge', 'nonsense', 'unreachable'] as const)(
      'throws ProviderDown in time where the provider fails: %s',
      async (how, { skip }) => {
        const { orderId, id } = await paid()
        const broken = provider.breakDown?.(how) ?? skip(noNetwork)
        const span = { from: new Date(0), to: new Date(), cursor: null }
        const calls: (() => Promise<unknown>)[] = [
          () => broken.createOrder({ amount, receipt: 'r' }),
          () => broken.fetchPayment(id, orderId),
          () => broken.fetchPaymentsOfOrder(orderId),
          ...(broken.fetchCheckoutData ? [() => broken.fetchCheckoutData?.(orderId) ?? Promise.resolve()] : []),
          () => broken.refundPayment({ paymentId: id, amount, key: 'refund-down-1' }),
          () => broken.fetchRefunds(id),
          () => broken.fetchDispute(provider.facts.unknown.disputeId),
          () => broken.listPayments(span),
          () => broken.listRefunds(span),
          () => broken.listDisputes({ cursor: null }),
          () => broken.listSettlementItems({ date: '2026-01-01', cursor: null }),
        ]
        for (const call of calls) {
          const begun = performance.now()
          await expect(call()).rejects.toThrow(ProviderDown)
          // far above any timeout of the adapters: a busy machine is slow as well
          expect(performance.now() - begun).toBeLessThan(10_000)
        }
      },
    )

    test('rejects a reply about something else than requested', async ({ skip }) => {
      const { orderId, id } = await paid()
      await payments.refundPayment({ paymentId: id, amount: 100, key: 'refund-wrong-1' })
      const disputeId = await provider.dispute(orderId, id, 'won')
      const broken = provider.breakDown?.('wrong') ?? skip(noNetwork)
      await expect(broken.createOrder({ amount, receipt: 'r' })).rejects.toThrow(ProviderDown)
      await expect(broken.fetchPayment(id, orderId)).rejects.toThrow(ProviderDown)
      await expect(broken.fetchPaymentsOfOrder(orderId)).rejects.toThrow(ProviderDown)
      const refund = { paymentId: id, amount: 200, key: 'refund-wrong-2' }
      await expect(broken.refundPayment(refund)).rejects.toThrow(ProviderDown)
      await expect(broken.fetchRefunds(id)).rejects.toThrow(ProviderDown)
      await expect(broken.fetchDispute(disputeId)).rejects.toThrow(ProviderDown)
    })

    test('stops reading the refunds of a payment whose pages do not end', async ({ skip }) => {
      const { id } = await paid()
      const broken = provider.breakDown?.('endless') ?? skip(noNetwork)
      await expect(broken.fetchRefunds(id)).rejects.toThrow(ProviderDown)
    })
  })
}
