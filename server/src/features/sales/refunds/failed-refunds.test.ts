import { api } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf } from '#features/ledger/index.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { openShop, type Sale, type Shop, sell as sellIn, settleShop } from '#test/support/sales/shop.ts'
import { compareWithProvider } from '../reconciliation/compare-with-provider.ts'
import { refundOrder, retryRefund, withdrawPurchase } from './refund-order.ts'
import { recordOutcome } from './refund-outcomes.ts'
import { sendRefund } from './send-refund.ts'

let shop: Shop
let app: Shop['app']
let books: Shop['books']
let admin: Shop['admin']
beforeAll(async () => {
  shop = await openShop()
  ;({ app, books, admin } = shop)
  const url = api.enrolments.webhook.path
  books.deliver = ({ headers, rawBody }) =>
    app.server.inject({ method: 'POST', url, headers: headers as Record<string, string>, payload: rawBody }) // the fake sends texts
})
afterEach(async () => expect(await settleShop(shop)).toEqual([]))
afterAll(() => shop.close())

const sell = async (price?: number): Promise<Sale> => {
  const sale = await sellIn(shop, price)
  await books.sendWebhooks()
  return sale
}
const withdraw = ({ student, id }: Sale) => withdrawPurchase(app.deps, { id: student.user._id }, id)
const refund = ({ id }: Sale, amount: number | null = null) =>
  refundOrder(app.deps, { id: admin.user._id }, id, { amount, note: 'Asked by mail' })
const again = async (sale: Sale) =>
  retryRefund(
    app.deps,
    { id: admin.user._id },
    (await sale.refunds()).find(({ status }) => status === 'failed')?.id ?? '',
  )
const send = () => runJobs(app, 'send-refund')
const state = async (sale: Sale) => [(await sale.row()).status, await sale.enrolled()]
const statuses = async (sale: Sale) => (await sale.refunds()).map(({ status, amount_paise }) => [status, amount_paise])
/** Amount that the provider refunded, in paise. */
const returned = (sale: Sale) =>
  [...books.refunds.values()]
    .filter(({ payment_id, status }) => payment_id === sale.payment.id && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
const findings = async (sale: Sale) =>
  (await app.deps.db.selectFrom('payment_findings').selectAll().where('resolved_at', 'is', null).execute()).filter(
    ({ subject, order_id }) => subject === sale.payment.id || order_id === sale.id,
  )
const compare = async (afterSaleHours = 24) => {
  app.clock.ms += 15 * 60_000
  await compareWithProvider(app.deps, { hours: 1, afterSaleHours })
  app.clock.ms -= 15 * 60_000
}

describe('a refund made in the provider’s dashboard', () => {
  const makeFailed = async (): Promise<Sale> => {
    const sale = await sell(1000)
    books.refuseRefunds = 'Your account does not have enough balance'
    await refund(sale, 30_000)
    await send()
    books.refuseRefunds = undefined
    expect(await statuses(sale)).toEqual([['failed', 30_000]])
    return sale
  }

  test.each(['its webhook came', 'its webhook was lost'])(
    'after the provider refused ours counts as ours: %s',
    async (how) => {
      const sale = await makeFailed()
      books.refund(sale.payment.id, 30_000)
      if (how === 'its webhook came') await books.sendWebhooks()
      else await again(sale)
      await send()
      expect([returned(sale), await statuses(sale)]).toEqual([30_000, [['processed', 30_000]]])
      expect(await state(sale)).toEqual(['partly_refunded', true])
      await expect(again(sale)).rejects.toMatchObject({ code: 'not_found' })
      expect(await findings(sale)).toEqual([])
    },
  )

  test('while ours waits for the provider counts as ours', async () => {
    const sale = await sell(1000)
    await refund(sale, 30_000)
    books.refund(sale.payment.id, 30_000, 'asked at the fair')
    await send()
    expect([returned(sale), await statuses(sale)]).toEqual([30_000, [['processed', 30_000]]])
  })

  test('with another amount is a finding until it can be recorded', async () => {
    const sale = await makeFailed()
    books.refund(sale.payment.id, 20_000, 'asked at the fair')
    await books.sendWebhooks()
    expect(await findings(sale)).toMatchObject([{ kind: 'refund-differs', order_id: sale.id }])
    await again(sale)
    await send()
    await compare()
    expect([returned(sale), (await sale.row()).refunded_paise]).toEqual([50_000, 50_000])
    expect(await findings(sale)).toEqual([])
  })

  test.each([
    ['before ours was requested', []],
    ['while ours waits', ['refund']],
    ['after the provider refused ours', ['refund', 'refuse']],
  ])('and leaves less than ours is a part of ours: %s', async (_when, before) => {
    const sale = await sell(1000)
    const ask = () => withdraw(sale)
    if (before.includes('refund')) await ask()
    books.refuseRefunds = before.includes('refuse') ? 'Your account does not have enough balance' : undefined
    if (before.includes('refuse')) await send()
    books.refuseRefunds = undefined
    books.refund(sale.payment.id, 20_000)
    books.refund(sale.payment.id, 9_900, 'asked at the fair')
    // the webhooks are lost
    if (!before.includes('refund')) await ask()
    if (before.includes('refuse')) await again(sale)
    await send()
    expect((await statuses(sale)).sort()).toEqual([
      ['processed', 20_000],
      ['processed', 70_100],
      ['processed', 9_900],
    ])
    expect([returned(sale), await state(sale)]).toEqual([100_000, ['refunded', false]])
    await books.sendWebhooks({ copies: 2, backwards: true })
    await compare()
    expect([(await sale.row()).refunded_paise, await findings(sale)]).toEqual([100_000, []])
  })

  test.each([
    ['all of it', [100_000], 100_000],
    ['more than ours', [80_000], 80_000],
    ['so much that ours becomes impossible, twice', [40_000, 40_000], 80_000],
  ])('covers ours, also when the bank returns it: %s', async (_what, made, all) => {
    const sale = await makeFailed()
    for (const amount of made) books.refund(sale.payment.id, amount, 'asked at the fair')
    const expectRecorded = async () => {
      await compare()
      expect([returned(sale), (await sale.row()).refunded_paise, await findings(sale)]).toEqual([all, all, []])
      expect(await state(sale)).toEqual(all === 100_000 ? ['refunded', false] : ['partly_refunded', true])
    }
    await expectRecorded()
    await books.sendWebhooks({ copies: 2, backwards: true })
    const raised = (await sale.refunds()).find(({ reason, status }) => reason === 'admin' && status === 'processed')
    books.endRefund(raised?.provider_refund_id ?? '', 'failed')
    await compare()
    await again(sale)
    await send()
    await expectRecorded()
  })

  test('that is part of ours is owed again when the bank returns it', async () => {
    const sale = await sell(1000)
    await withdraw(sale)
    const byHand = books.refund(sale.payment.id, 20_000)
    await books.sendWebhooks()
    expect((await statuses(sale)).sort()).toEqual([
      ['pending', 80_000],
      ['processed', 20_000],
    ])
    books.endRefund(byHand.id, 'failed')
    await books.sendWebhooks()
    await send()
    expect(await state(sale)).toEqual(['refund_pending', false])
    await again(sale)
    await send()
    expect([returned(sale), await state(sale)]).toEqual([100_000, ['refunded', false]])
  })

  test('that is part of ours leaves the rest to a dispute that is lost later', async () => {
    const sale = await sell(1000)
    await withdraw(sale)
    books.refund(sale.payment.id, 20_000)
    await sale.disputed({ status: 'lost', amount_deducted: 80_000 })
    expect((await statuses(sale)).sort()).toEqual([
      ['canceled', 80_000],
      ['processed', 20_000],
    ])
    expect(await state(sale)).toEqual(['refunded', false])
  })

  test('that was unknown until a dispute deducted everything is a loss, until the bank returns it', async () => {
    const sale = await sell(1000)
    await refund(sale, 30_000)
    const byHand = books.refund(sale.payment.id, 20_000)
    const losses = await balanceOf(app.deps.db, 'losses')
    await sale.disputed({ status: 'open' })
    await sale.disputed({ status: 'lost', amount_deducted: 100_000 })
    await books.sendWebhooks({ copies: 2 })
    await compare()
    expect((await statuses(sale)).sort()).toEqual([
      ['canceled', 30_000],
      ['processed', 20_000],
    ])
    expect([await state(sale), await findings(sale)]).toEqual([['refunded', false], []])
    expect(await balanceOf(app.deps.db, 'losses')).toBe(losses + 20_000)
    books.endRefund(byHand.id, 'failed')
    await books.sendWebhooks()
    expect([await state(sale), await balanceOf(app.deps.db, 'losses')]).toEqual([['refunded', false], losses])
  })

  test('that is part of ours while ours is being sent makes the provider refuse ours, and the rest is sent', async () => {
    const sale = await sell(1000)
    await withdraw(sale)
    const { refundPayment } = app.deps.payments
    const payments = {
      ...app.deps.payments,
      refundPayment: async (asked: Parameters<typeof refundPayment>[0]) => {
        books.refund(sale.payment.id, 20_000)
        return refundPayment(asked)
      },
    }
    await sendRefund({ ...app.deps, payments }, (await sale.refunds())[0]?.id ?? '')
    await send()
    expect([returned(sale), await state(sale)]).toEqual([100_000, ['refunded', false]])
    expect(await findings(sale)).toEqual([])
  })

  test.each(['ours is not known yet', 'it was taken for ours already'])(
    'at the same moment as ours is a second refund: %s',
    async (when) => {
      const sale = await sell(1000)
      await refund(sale, 30_000)
      const [row] = await sale.refunds()
      books.refund(sale.payment.id, 30_000)
      if (when === 'it was taken for ours already') await books.sendWebhooks()
      const ours = books.refund(sale.payment.id, 30_000, `refund-${row?.id}-1`)
      await books.sendWebhooks({ copies: 2 })
      expect([returned(sale), (await sale.row()).refunded_paise]).toEqual([60_000, 60_000])
      expect([await state(sale), await findings(sale)]).toEqual([['partly_refunded', true], []])
      // the rest can be refunded, and an amount of either that the bank returns is owed again
      await withdraw(sale)
      await send()
      books.endRefund(ours.id, 'failed')
      await books.sendWebhooks({ copies: 2 })
      await again(sale)
      await send()
      expect([returned(sale), await state(sale)]).toEqual([100_000, ['refunded', false]])
    },
  )

  test('is not repeated when it turns out that an earlier attempt has made it', async () => {
    const sale = await makeFailed()
    const [row] = await sale.refunds()
    books.refund(sale.payment.id, 30_000, `refund-${row?.id}-1`)
    await again(sale)
    await send()
    expect([returned(sale), await statuses(sale)]).toEqual([30_000, [['processed', 30_000]]])
  })

  test('is not matched with a refund that a lost dispute canceled', async () => {
    const sale = await makeFailed()
    await sale.disputed({ status: 'lost', amount_deducted: 30_000 })
    expect(await statuses(sale)).toEqual([['canceled', 30_000]])
    books.refund(sale.payment.id, 30_000)
    await books.sendWebhooks()
    expect((await statuses(sale)).map(([status]) => status).sort()).toEqual(['canceled', 'processed'])
    expect((await sale.row()).refunded_paise).toBe(60_000)
  })
})

describe('a refund that the bank returned after it was paid out', () => {
  const makeReturned = async (report: () => Promise<unknown>): Promise<Sale> => {
    const sale = await sell()
    await withdraw(sale)
    await send()
    await books.sendWebhooks()
    expect(await state(sale)).toEqual(['refunded', false])
    books.endRefund((await sale.refunds())[0]?.provider_refund_id ?? '', 'failed')
    await report()
    return sale
  }

  test.each([
    ['by its webhook', () => books.sendWebhooks()],
    ['by the comparison', () => compare()],
  ])('is owed again, is told to the student, and sent again: %s', async (_how, report) => {
    const sale = await makeReturned(report)
    expect([await statuses(sale), await state(sale)]).toEqual([[['failed', 49_900]], ['refund_pending', false]])
    await runJobs(app, 'announce-refund-delay')
    const { notifications } = await sale.student.call(api.notifications.list)
    expect(notifications[0]?.message).toContain('Your refund of ₹499 for Joins is delayed')
    const purchases = await sale.student.call(api.orders.list)
    expect(purchases.orders[0]).toMatchObject({ status: 'refund_pending', refunds: [{ status: 'failed' }] })
    await again(sale)
    await send()
    expect([returned(sale), await state(sale)]).toEqual([49_900, ['refunded', false]])
    await books.sendWebhooks({ copies: 2, backwards: true })
    expect([await statuses(sale), await findings(sale)]).toEqual([[['processed', 49_900]], []])
  })

  test('several times is paid once', async () => {
    const sale = await makeReturned(() => books.sendWebhooks())
    for (let times = 0; times < 3; times++) {
      await again(sale)
      await send()
      books.endRefund((await sale.refunds())[0]?.provider_refund_id ?? '', 'failed')
      await books.sendWebhooks({ copies: 2 })
      expect(await state(sale)).toEqual(['refund_pending', false])
    }
    await again(sale)
    await send()
    expect([returned(sale), await state(sale)]).toEqual([49_900, ['refunded', false]])
  })

  test('is not owed again if a lost dispute has paid the buyer', async () => {
    const sale = await sell()
    await withdraw(sale)
    await send()
    const losses = await balanceOf(app.deps.db, 'losses')
    await sale.disputed({ status: 'lost', amount_deducted: 49_900 })
    expect(await balanceOf(app.deps.db, 'losses')).toBe(losses + 49_900)
    books.endRefund((await sale.refunds())[0]?.provider_refund_id ?? '', 'failed')
    await books.sendWebhooks()
    expect([await statuses(sale), await state(sale)]).toEqual([[['canceled', 49_900]], ['refunded', false]])
    expect(await balanceOf(app.deps.db, 'losses')).toBe(losses)
  })
})

describe('a refund that fails', () => {
  test('according to its webhook is shown to the student and to the operators, and can be sent again', async () => {
    const sale = await sell()
    books.refundsBecome = 'pending'
    await withdraw(sale)
    await send()
    books.endRefund((await sale.refunds())[0]?.provider_refund_id ?? '', 'failed')
    await books.sendWebhooks({ copies: 3 })
    expect([await statuses(sale), await state(sale)]).toEqual([[['failed', 49_900]], ['refund_pending', false]])
    await runJobs(app, 'announce-refund-delay')
    const { notifications } = await sale.student.call(api.notifications.list)
    expect(notifications.filter(({ kind }) => kind === 'refund-delayed')).toHaveLength(1)
    expect(app.logged.map(({ msg }) => msg)).toContain('the provider could not make a refund')
    expect((await app.server.inject('/metrics')).body).toMatch(/^refunds_failed [1-9]/m)
    books.refundsBecome = 'processed'
    await again(sale)
    await send()
    expect(await state(sale)).toEqual(['refunded', false])
  })

  test('is not sent again while the buyer disputes the payment', async () => {
    const sale = await sell()
    books.refundsBecome = 'failed'
    await withdraw(sale)
    await send()
    await sale.disputed({ status: 'open' })
    await expect(again(sale)).rejects.toMatchObject({ code: 'refund_not_allowed', message: /disputes this payment/ })
    await sale.disputed({ status: 'won' })
  })

  test('according to a reply to an earlier attempt changes nothing', async () => {
    const sale = await sell()
    books.refundsBecome = 'failed'
    await withdraw(sale)
    await send()
    const [first] = await sale.refunds()
    books.refundsBecome = 'pending'
    await again(sale)
    await send()
    if (first) await recordOutcome(app.deps, first, { id: null, status: 'failed', attempt: 1 })
    await books.sendWebhooks({ copies: 2 })
    expect(await statuses(sale)).toEqual([['sent', 49_900]])
    books.endRefund((await sale.refunds())[0]?.provider_refund_id ?? '', 'processed')
    await books.sendWebhooks()
    expect(await state(sale)).toEqual(['refunded', false])
  })
})

test('an invalid reply of the provider books nothing', async () => {
  const sale = await sell()
  await withdraw(sale)
  const [row] = await sale.refunds()
  books.fault = 'wrong'
  await expect(sendRefund(app.deps, row?.id ?? '')).rejects.toThrow('something else than it was asked for')
  books.fault = undefined
  expect(await statuses(sale)).toEqual([['pending', 49_900]])
  await send()
  expect([returned(sale), await state(sale)]).toEqual([49_900, ['refunded', false]])
})

test.each([
  ['once and in order', {}],
  ['three times each', { copies: 3 }],
  ['the last one first', { backwards: true }],
  ['twice and the last one first', { copies: 2, backwards: true }],
])('the webhooks of a whole story lead to the same end: %s', async (_how, how) => {
  const sale = await sell()
  books.refund(sale.payment.id, 9_900)
  books.refundsBecome = 'pending'
  const late = books.refund(sale.payment.id, 10_000)
  books.endRefund(late.id, 'processed')
  for (const status of ['open', 'under_review', 'won'] as const) books.dispute(sale.payment.id, { status })
  books.refundsBecome = 'processed'
  books.refund(sale.payment.id, 30_000)
  await books.sendWebhooks(how)
  await compare()
  expect([await state(sale), (await sale.row()).refunded_paise]).toEqual([['refunded', false], 49_900])
  expect((await sale.refunds()).map(({ status }) => status)).toEqual(['processed', 'processed', 'processed'])
  expect(await findings(sale)).toEqual([])
})
