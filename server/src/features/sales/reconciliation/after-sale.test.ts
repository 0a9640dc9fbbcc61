import { api } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf, findEducatorBalance } from '#features/ledger/index.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { confirmation } from '#test/support/sales/pay.ts'
import { openShop, type Sale, type Shop, sell as sellIn, settleShop } from '#test/support/sales/shop.ts'
import { razorpayKeys, razorpaySigner } from '#test/support/services/razorpay-server.ts'
import { refundOrder, retryRefund, withdrawPurchase } from '../refunds/refund-order.ts'
import { recordOutcome } from '../refunds/refund-outcomes.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { reconcileOrders } from './reconcile-orders.ts'

const { keySecret } = razorpayKeys

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
const withdraw = ({ student, id }: Sale) => withdrawPurchase(app.deps, { id: student.user._id }, id)
const refund = ({ id }: Sale, amount: number | null = null) =>
  refundOrder(app.deps, { id: admin.user._id }, id, { amount, note: 'Asked by mail' })
const send = () => runJobs(app, 'send-refund')
const state = async (sale: Sale) => [(await sale.row()).status, await sale.enrolled()]

describe('a sale', () => {
  test('is split between the platform and the educator, whose share is held for the refund window', async () => {
    const sale = await sell(499)
    const now = app.deps.clock.now()
    const balance = (at: Date) => findEducatorBalance(app.deps.db, sale.educator.user._id, at)
    expect(await balance(now)).toEqual({ owed: 44_910, held: 44_910, payable: 0 })
    expect(await balance(new Date(now.getTime() + 8 * 86_400_000))).toEqual({ owed: 44_910, held: 0, payable: 44_910 })
  })
})

describe('a refund', () => {
  test('by the student ends access at once, reverses the shares and sends a notification', async () => {
    const sale = await sell()
    await withdraw(sale)
    expect(await state(sale)).toEqual(['refund_pending', false])
    expect(await sale.owed()).toBe(0)
    await send()
    await runJobs(app, 'announce-refund')
    expect(await state(sale)).toEqual(['refunded', false])
    expect((await sale.refunds()).map((one) => [one.status, one.reason, one.amount_paise])).toEqual([
      ['processed', 'withdrawal', 49_900],
    ])
    const { notifications } = await sale.student.call(api.notifications.list)
    expect(notifications[0]?.message).toBe('Your payment of ₹499 for Joins was refunded')
  })

  test('is possible only for the buyer, within the site’s limits of days and share watched', async () => {
    const sale = await sell()
    const other = await app.makeUser()
    const refused = { code: 'refund_not_allowed' }
    await expect(withdrawPurchase(app.deps, { id: other.user._id }, sale.id)).rejects.toMatchObject({
      code: 'not_found',
    })
    const video = {
      id: `v${sale.id}`,
      owner_id: admin.user._id,
      content_type: 'video/mp4',
      bytes: 1,
      duration_seconds: 100_000,
    }
    await app.deps.db
      .insertInto('videos')
      .values({ ...video, created_at: new Date() })
      .execute()
    const lecture = { id: `l${sale.id}`, course_id: sale.course._id, position: 1, title: 'One', video_id: video.id }
    await app.deps.db
      .insertInto('lectures')
      .values({ ...lecture, created_at: new Date() })
      .execute()
    const watch = (hundredths: number) => {
      const of = { user_id: sale.student.user._id, course_id: sale.course._id, lecture_id: `l${sale.id}` }
      const video = '1'.repeat(hundredths).padEnd(100, '0')
      return app.deps.db
        .insertInto('served_lectures')
        .values({ ...of, video })
        .onConflict((conflict) => conflict.columns(['user_id', 'course_id', 'lecture_id']).doUpdateSet({ video }))
        .execute()
    }
    await watch(21)
    await expect(withdraw(sale)).rejects.toMatchObject({
      ...refused,
      message: 'You have watched 20 % of it; refunds are for less than 20 %.',
    })
    await watch(20)
    app.clock.ms += 7 * 86_400_000
    await expect(withdraw(sale)).rejects.toMatchObject({ ...refused, message: 'The 7 days for a refund are over.' })
    app.clock.ms -= 60_000
    await withdraw(sale)
    app.clock.ms -= 7 * 86_400_000 - 60_000
  })

  test('requested twice, or ten times at once, is made once', async () => {
    const sale = await sell()
    const results = await Promise.allSettled([...Array(5).keys()].flatMap(() => [withdraw(sale), refund(sale)]))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all((await sale.refunds()).flatMap(({ id }) => [sendRefund(app.deps, id), sendRefund(app.deps, id)]))
    await expect(refund(sale)).rejects.toMatchObject({ code: 'refund_not_allowed' })
    expect([...books.refunds.values()].filter((one) => one.payment_id === sale.payment.id)).toHaveLength(1)
  })

  test('in parts keeps access until nothing is left, and never exceeds the price', async () => {
    const sale = await sell()
    await refund(sale, 9_999)
    await expect(refund(sale, 1)).rejects.toMatchObject({ message: 'A refund of this order is on its way already.' })
    await send()
    expect(await state(sale)).toEqual(['partly_refunded', true])
    await expect(refund(sale, 39_902)).rejects.toMatchObject({
      message: 'Only ₹399.01 of this order are left to refund.',
    })
    for (const amount of [0, -5, 0.5])
      await expect(refund(sale, amount)).rejects.toMatchObject({ code: 'refund_not_allowed' })
    await refund(sale)
    await send()
    expect([...(await state(sale)), await sale.owed()]).toEqual(['refunded', false, 0])
  })

  test('whose reply was lost is not made again', async () => {
    const sale = await sell()
    await withdraw(sale)
    const [row] = await sale.refunds()
    books.loseAnswers = true
    await expect(sendRefund(app.deps, row?.id ?? '')).rejects.toThrow('cannot be reached')
    books.loseAnswers = false
    await sendRefund(app.deps, row?.id ?? '')
    expect(await state(sale)).toEqual(['refunded', false])
    expect([...books.refunds.values()].filter((one) => one.payment_id === sale.payment.id)).toHaveLength(1)
  })

  test('that the provider completes later is updated by its webhook, or by polling', async () => {
    for (const how of ['webhook', 'asking']) {
      const sale = await sell()
      books.refundsBecome = 'pending'
      await withdraw(sale)
      await send()
      expect((await sale.refunds())[0]).toMatchObject({ status: 'sent' })
      books.endRefund((await sale.refunds())[0]?.provider_refund_id ?? '', 'processed')
      if (how === 'webhook') await sale.report('refund.processed')
      else {
        app.clock.ms += 2 * 3600_000
        await reconcileOrders(app.deps)
      }
      expect(await state(sale)).toEqual(['refunded', false])
    }
  })

  test('that fails at the provider is shown as failed, and sent again by an admin', async () => {
    const sale = await sell()
    books.refundsBecome = 'failed'
    await withdraw(sale)
    await send()
    const failed = (await sale.refunds())[0]
    expect([failed?.status, ...(await state(sale))]).toEqual(['failed', 'refund_pending', false])
    const again = () => retryRefund(app.deps, { id: admin.user._id }, failed?.id ?? '')
    const countOf = async (reader: Pick<typeof admin, 'call'>, kind: string) => {
      await runJobs(app, 'announce-refund-delay')
      const { notifications } = await reader.call(api.notifications.list)
      return notifications.filter((one) => one.kind === kind).length
    }
    const before = await countOf(admin, 'refund-failed')
    expect([await countOf(sale.student, 'refund-delayed'), before > 0]).toEqual([1, true])
    // each attempt that fails is reported, also to the admins
    await again()
    await send()
    expect([await countOf(sale.student, 'refund-delayed'), await countOf(admin, 'refund-failed')]).toEqual([
      2,
      before + 1,
    ])
    books.refundsBecome = 'processed'
    const results = await Promise.allSettled([again(), again(), again()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await send()
    expect(await state(sale)).toEqual(['refunded', false])
  })

  test('that the provider refuses because it was made in its dashboard counts as made', async () => {
    const sale = await sell()
    await withdraw(sale)
    books.refund(sale.payment.id, 49_900)
    await send()
    expect(await state(sale)).toEqual(['refunded', false])
    await sale.report('refund.processed')
    expect(await sale.refunds()).toHaveLength(1)
  })

  test('allows a new purchase, for which the old payment is not accepted', async () => {
    const sale = await sell()
    await withdraw(sale)
    await send()
    await expect(sale.pay()).rejects.toMatchObject({ code: 'payment_refunded' })
    await sale.report('payment.captured')
    expect(await sale.enrolled()).toBe(false)
    const order = await sale.student.call(api.enrolments.createOrder, { body: { courseId: sale.course._id } })
    const body = confirmation(order.id, books.pay(order.id).id, keySecret)
    await sale.student.call(api.enrolments.verifyPayment, { body })
    expect(await sale.enrolled()).toBe(true)
    const { id: second } = await app.deps.db
      .selectFrom('orders')
      .select('id')
      .where('provider_order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const again = withdrawPurchase(app.deps, { id: sale.student.user._id }, second)
    await expect(again).rejects.toMatchObject({ message: /^You refunded this course before/ })
  })
})

describe('a dispute', () => {
  test('that was closed with a deduction reverses the sale by that amount', async () => {
    const sale = await sell()
    await sale.disputed({ status: 'open' })
    await sale.disputed({ status: 'closed', amount_deducted: 20_000 })
    const row = await sale.row()
    expect([row.status, row.refunded_paise, await sale.enrolled()]).toEqual(['partly_refunded', 20_000, true])
  })

  test('blocks refunds while it is open; once it is won, everything is as before', async () => {
    const sale = await sell()
    expect((await sale.disputed({ status: 'open' })).statusCode).toBe(200)
    expect(await state(sale)).toEqual(['disputed', true])
    for (const one of [withdraw, refund])
      await expect(one(sale)).rejects.toMatchObject({ message: /disputes this payment/ })
    const later = new Date(app.deps.clock.now().getTime() + 30 * 86_400_000)
    expect((await findEducatorBalance(app.deps.db, sale.educator.user._id, later)).payable).toBe(0)
    await sale.disputed({ status: 'won' })
    expect(await state(sale)).toEqual(['paid', true])
    expect((await findEducatorBalance(app.deps.db, sale.educator.user._id, later)).payable).toBe(44_910)
  })

  test('that is lost reverses the sale and ends access, once', async () => {
    const sale = await sell()
    for (const status of ['open', 'under_review', 'lost', 'lost', 'open'] as const)
      await sale.disputed({ status, amount_deducted: status === 'lost' ? 49_900 : 0 })
    expect([...(await state(sale)), await sale.owed()]).toEqual(['refunded', false, 0])
  })

  test('that is lost while a refund waits settles that refund', async () => {
    const sale = await sell()
    await withdraw(sale)
    await sale.disputed({ status: 'open' })
    await send()
    expect((await sale.refunds())[0]?.status).toBe('pending')
    await sale.disputed({ status: 'lost', amount_deducted: 49_900 })
    expect([(await sale.refunds())[0]?.status, ...(await state(sale))]).toEqual(['canceled', 'refunded', false])
  })

  test('that is lost while a refund is being sent to the provider is booked as a loss', async () => {
    const sale = await sell()
    await withdraw(sale)
    const [refund] = await sale.refunds()
    // the provider has paid the refund, and its reply arrives after the dispute was booked
    books.dispute(sale.payment.id, { status: 'won' })
    const made = await app.deps.payments.refundPayment({
      paymentId: sale.payment.id,
      amount: 49_900,
      key: `refund-${refund?.id}-1`,
    })
    books.refunds.delete(made.id)
    await sale.disputed({ status: 'lost', amount_deducted: 49_900 })
    expect((await sale.refunds())[0]?.status).toBe('canceled')
    if (refund) await recordOutcome(app.deps, refund, made)
    if (refund) await recordOutcome(app.deps, refund, made)
    expect([(await sale.refunds())[0]?.status, ...(await state(sale))]).toEqual(['processed', 'refunded', false])
    expect(await balanceOf(app.deps.db, 'losses')).toBeGreaterThanOrEqual(49_900)
  })

  test('that is won sends the refund that waited', async () => {
    const sale = await sell()
    await withdraw(sale)
    await sale.disputed({ status: 'open' })
    await send()
    await sale.disputed({ status: 'won' })
    await send()
    expect(await state(sale)).toEqual(['refunded', false])
  })

  test('that is lost about refunded money is booked as a loss', async () => {
    const sale = await sell()
    await withdraw(sale)
    await send()
    await sale.disputed({ status: 'lost', amount_deducted: 49_900 })
    const { amount_paise } = await app.deps.db
      .selectFrom('ledger_entries')
      .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
      .select('amount_paise')
      .where('account', '=', 'losses')
      .where('ledger_transactions.order_id', '=', sale.id)
      .executeTakeFirstOrThrow()
    expect([(await sale.row()).status, Number(amount_paise)]).toEqual(['refunded', 49_900])
  })

  test('is read from the provider, not from the webhook', async () => {
    const [sale, other] = [await sell(), await sell()]
    const dispute = books.dispute(other.payment.id, { status: 'lost' })
    const entity = { id: sale.payment.id, order_id: sale.order.id, amount: sale.order.amount, currency: 'INR' }
    const { headers, rawBody } = razorpaySigner(razorpayKeys).webhookOf('payment.dispute.lost', entity, { dispute })
    const url = api.enrolments.webhook.path
    const answer = await app.server.inject({ method: 'POST', url, headers, payload: rawBody })
    expect(answer.json().message).toBe('ignored: not a dispute of this payment')
    expect(await state(sale)).toEqual(['paid', true])
    await other.disputed({})
  })
})

test('the history of an order lists changes, webhooks and refunds, each once', async () => {
  const sale = await sell()
  await sale.report('payment.captured')
  await sale.report('payment.captured')
  await withdraw(sale)
  await send()
  const events = await app.deps.db
    .selectFrom('order_events')
    .select(['kind', 'details'])
    .where('order_id', '=', sale.id)
    .orderBy('id')
    .execute()
  const shown = events.map(({ kind, details }) => {
    const { from, to, event, outcome, status, kind: paper } = details as Record<string, string> // written by recordEvents
    return [kind, from ?? event ?? status ?? paper, to ?? outcome ?? '']
  })
  expect(shown).toEqual([
    ['status', 'created', 'paid'],
    ['invoice', 'receipt', ''],
    ['webhook', 'payment.captured', 'settled'],
    ['status', 'paid', 'refund_pending'],
    ['refund', 'pending', ''],
    ['invoice', 'credit_note', ''],
    ['refund', 'processed', ''],
    ['status', 'refund_pending', 'refunded'],
  ])
})
