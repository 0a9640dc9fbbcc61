import { api } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendWebhook } from '#test/support/pay.ts'
import { razorpayKeys, razorpaySigner } from '#test/support/razorpay-server.ts'
import { openShop, type Sale, type Shop, sell as sellIn, settleShop } from '#test/support/shop.ts'
import { compareWithProvider, readSettlements, resolveFinding } from './compare-with-provider.ts'

const { webhookSecret: secret } = razorpayKeys

let shop: Shop
let app: Shop['app']
let books: Shop['books']
let admin: Shop['admin']
beforeAll(async () => {
  shop = await openShop()
  ;({ app, books, admin } = shop)
})
afterEach(async () => expect(await settleShop(shop)).toEqual([]))
afterAll(() => shop.close())

const sell = (price?: number) => sellIn(shop, price)
const state = async (sale: Sale) => [(await sale.row()).status, await sale.enrolled()]

describe('events that come in another order than they happened', () => {
  const unpaid = async () => {
    const { course, student } = await sell()
    const buyer = await app.makeUser()
    const order = await buyer.call(api.enrolments.createOrder, { body: { courseId: course._id } })
    const payment = books.pay(order.id)
    const notice = { orderId: order.id, paymentId: payment.id, amount: order.amount }
    const report = (event: string) => sendWebhook(app, notice, { event, secret })
    const status = async () =>
      (
        await app.deps.db
          .selectFrom('orders')
          .select('status')
          .where('provider_order_id', '=', order.id)
          .executeTakeFirstOrThrow()
      ).status
    const enrolled = async () =>
      (await buyer.call(api.enrolments.enrolled, { params: { courseId: course._id } })).enrolled
    return { student, order, payment, report, status, enrolled }
  }

  test('a refund made by hand before its payment was reported enrols no one', async () => {
    const { payment, report, status, enrolled } = await unpaid()
    books.refund(payment.id, payment.amount)
    for (const event of ['refund.processed', 'refund.created', 'payment.captured', 'order.paid'])
      expect((await report(event)).statusCode).toBe(200)
    expect([await status(), await enrolled()]).toEqual(['created', false])
  })

  test('a dispute before its payment was reported books the payment first', async () => {
    const { order, payment, report, status, enrolled } = await unpaid()
    const dispute = books.dispute(payment.id)
    const entity = { id: payment.id, order_id: order.id, amount: order.amount, currency: 'INR' }
    const { webhookOf } = razorpaySigner(razorpayKeys)
    const tell = async (event: string) => {
      const { headers, rawBody } = webhookOf(event, entity, { dispute: { id: dispute.id } })
      return app.server.inject({ method: 'POST', url: api.enrolments.webhook.path, headers, payload: rawBody })
    }
    expect((await tell('payment.dispute.created')).json().message).toBe('noted')
    expect([await status(), await enrolled()]).toEqual(['disputed', true])
    await report('payment.captured')
    books.dispute(payment.id, { status: 'won' })
    await tell('payment.dispute.won')
    await tell('payment.dispute.created')
    expect(await status()).toBe('paid')
  })

  test('the same event forty times at once stands in the history once, and changes nothing', async () => {
    const sale = await sell()
    const before = await sale.row()
    await Promise.all(Array.from({ length: 40 }, () => sale.report('payment.captured')))
    const events = await app.deps.db
      .selectFrom('order_events')
      .select('details')
      .where('order_id', '=', sale.id)
      .where('kind', '=', 'webhook')
      .execute()
    const outcomes = events.map(({ details }) => (details as unknown as { outcome: string }).outcome) // written by recordEvents
    // a provider that is slow under so many calls at once is another outcome, and stands there once too
    expect(outcomes.filter((outcome) => outcome !== 'payment_provider_down')).toEqual(['settled'])
    expect([new Set(outcomes).size, await sale.row()]).toEqual([outcomes.length, before])
  })
})

describe('the comparison with the provider', () => {
  const compare = async () => {
    const before = app.clock.ms
    app.clock.ms += 15 * 60_000
    await compareWithProvider(app.deps, 3)
    app.clock.ms = before
  }
  const findings = () =>
    app.deps.db
      .selectFrom('payment_findings')
      .selectAll()
      .where('resolved_at', 'is', null)
      .orderBy('found_at')
      .execute()

  test('books a payment that no one reported, and records refunds made by hand', async () => {
    const sale = await sell()
    const student = await app.makeUser()
    const order = await student.call(api.enrolments.createOrder, { body: { courseId: sale.course._id } })
    books.pay(order.id)
    books.refund(sale.payment.id, 49_900)
    await compare()
    const params = { courseId: sale.course._id }
    expect((await student.call(api.enrolments.enrolled, { params })).enrolled).toBe(true)
    expect(await state(sale)).toEqual(['refunded', false])
    expect(await findings()).toEqual([])
  })

  test('reports payments that are unknown here and orders that are unpaid there, once, until an admin resolves them', async () => {
    const sale = await sell()
    const stranger = books.pay('order_of_another_shop', { amount: 7_700 })
    books.payments.delete(sale.payment.id)
    await compare()
    await compare()
    const found = await findings()
    expect(found.map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
      ['missing-payment', sale.payment.id],
      ['unknown-order', stranger.id],
    ])
    for (const { id } of found) await resolveFinding(app.deps, { id: admin.user._id }, id, 'Looked up')
    await expect(resolveFinding(app.deps, { id: admin.user._id }, found[0]?.id ?? '', '')).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await findings()).toEqual([])
    books.payments.set(sale.payment.id, sale.payment)
    books.payments.delete(stranger.id)
  })

  test('posts the fees of the provider and what it sent to the bank, once', async () => {
    await sell()
    app.clock.ms += 86_400_000
    const sum = async (account: 'bank' | 'provider_fees') => {
      const row = await app.deps.db
        .selectFrom('ledger_balances')
        .select((select) => select.fn.sum<string | null>('amount_paise').as('sum'))
        .where('account', '=', account)
        .executeTakeFirst()
      return Number(row?.sum ?? 0)
    }
    await readSettlements(app.deps, 2)
    const first = [await sum('bank'), await sum('provider_fees')]
    expect(Math.min(...first)).toBeGreaterThan(0)
    await readSettlements(app.deps, 3)
    expect([await sum('bank'), await sum('provider_fees')]).toEqual(first)
    app.clock.ms -= 86_400_000
  })
})
