import { api } from '@virtual-courses/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { makeSeller, passTime } from '#test/support/sales/payout-world.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { balanceOf, type Posting, payoutOf, payoutReturnedOf, post, saleOf } from '../ledger/index.ts'
import { refundOrder } from '../sales/refunds/refund-order.ts'
import { findMonths } from './statement-queries.ts'
import { writeStatement } from './statements.ts'

let app: TestApp
let maker: TestUser
let checker: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  ;[maker, checker] = [await app.makeUser('admin'), await app.makeUser('admin')]
})
afterAll(async () => {
  expect((await checkLedger(app.deps.db, new Date())).problems).toEqual([])
  await app.close()
})

const balance = (educator: TestUser) => educator.call(api.payouts.balance)
const draft = async () => (await maker.call(api.payoutRuns.create, { body: {} })).run._id
const confirm = (runId: string, who = checker) => who.call(api.payoutRuns.confirm, { params: { runId } })
const settled = async (calls: Promise<unknown>[]) => {
  const results = await Promise.allSettled(calls)
  for (const result of results)
    if (result.status === 'rejected') expect((result.reason as { status?: number }).status).toBe(409)
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('at once', () => {
  test('two runs that plan the same money pay it once', async () => {
    const educators = await Promise.all([makeSeller(app, [1000]), makeSeller(app, [2000]), makeSeller(app, [4000])])
    await passTime(app)
    const first = await draft()
    // a second draft of the same amounts, as if created at the same moment
    const second = newId()
    await sql`insert into payout_runs (id, status, created_by, created_at)
      values (${second}, 'draft', ${maker.user._id}, now())`.execute(app.deps.db)
    await sql`insert into payouts (id, run_id, educator_id, amount_paise, status, created_at, changed_at)
      select md5(id), ${second}, educator_id, amount_paise, status, created_at, changed_at from payouts
      where run_id = ${first}`.execute(app.deps.db)
    await Promise.all([confirm(first), confirm(second)])
    for (const [at, educator] of educators.entries())
      expect(await balance(educator)).toMatchObject({ onItsWay: [1000, 2000, 4000][at], payable: 0, debt: 0 })
    expect(await balanceOf(app.deps.db, 'payouts')).toBe(-700_000)
    for (const runId of [first, second])
      await maker.call(api.payoutRuns.cancel, { params: { runId }, body: { reason: 'Again' } })
    await confirm(await draft())
    for (const runId of (await maker.call(api.payoutRuns.list, { query: { limit: 1 } })).runs.map(({ _id }) => _id))
      await maker.call(api.payoutRuns.paid, { params: { runId }, body: { reference: 'UTR' } })
    expect(await balanceOf(app.deps.db, 'payouts')).toBe(0)
  })

  test('drafts, confirmations, payments and cancellations of one run end in one state', async () => {
    const educator = await makeSeller(app, [1000])
    await passTime(app)
    await settled([draft(), draft(), draft()])
    const { runs } = await maker.call(api.payoutRuns.list, { query: { limit: 3 } })
    const [runId = ''] = runs.filter(({ status }) => status === 'draft').map(({ _id }) => _id)
    expect(await settled([confirm(runId), confirm(runId), confirm(runId)])).toBe(3)
    const paid = () => maker.call(api.payoutRuns.paid, { params: { runId }, body: { reference: 'UTR' } })
    const cancel = () => checker.call(api.payoutRuns.cancel, { params: { runId }, body: { reason: 'x' } })
    expect(await settled([paid(), cancel(), paid(), cancel()])).toBe(2)
    const { run } = await maker.call(api.payoutRuns.get, { params: { runId }, query: {} })
    const isPaid = run.status === 'paid'
    expect(await balance(educator)).toMatchObject({ paidOut: isPaid ? 1000 : 0, payable: isPaid ? 0 : 1000 })
    for (const one of runs.filter(({ status }) => status === 'draft'))
      await settled([maker.call(api.payoutRuns.cancel, { params: { runId: one._id }, body: { reason: 'x' } })])
  })

  test('a refund and a confirmation are serialised: the payout is excluded, or the educator is in debt', async () => {
    for (let round = 0; round < 5; round++) {
      const educator = await makeSeller(app, [1000])
      await passTime(app)
      const runId = await draft()
      const { rows } = await sql<{ id: string }>`select order_id as id from order_items
        where educator_id = ${educator.user._id}`.execute(app.deps.db)
      const refund = refundOrder(app.deps, { id: maker.user._id }, rows[0]?.id ?? '', { amount: null, note: '' })
      await Promise.all([confirm(runId), refund])
      // the run may pay others too, so only the balance shows what happened to this payout
      const { payable, onItsWay, debt } = await balance(educator)
      expect([
        [0, 0, 0],
        [0, 1000, 1000],
      ]).toContainEqual([payable, onItsWay, debt])
      await maker.call(api.payoutRuns.cancel, { params: { runId }, body: { reason: 'x' } })
      expect(await balance(educator)).toMatchObject({ earned: 0, payable: 0, debt: 0 })
    }
  })
})

describe('statements', () => {
  type Step = { kind: 'sale' | 'payout' | 'back'; amount: number; day: number }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('sale', 'sale', 'payout', 'back'),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    day: fc.integer({ min: 0, max: 200 }),
  })
  const postingOf = (educator: string, { kind, amount, day }: Step): Posting => {
    const at = new Date(Date.UTC(2024, 0, 1 + day, 19))
    if (kind === 'sale') {
      const split = { amount, gst: Math.floor(amount / 7), fee: Math.floor(amount / 10) }
      // the ledger refers to an order, and there is none here
      return {
        ...saleOf({ orderId: newId(), parts: [split, split], educators: [educator, educator], at, availableAt: at }),
        orderId: undefined,
      }
    }
    if (kind === 'payout') return payoutOf(newId(), educator, amount, at)
    return payoutReturnedOf({ payoutId: newId(), educatorId: educator, amount, at }, amount % 2 ? 'bank' : 'payouts')
  }
  const paise = (rupees: string): number => Math.round(Number(rupees) * 100)

  test('add up: opening and entries are the closing balance, which is the next opening and what the ledger owes', async () => {
    const { db, config } = app.deps
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const educator = newId()
        for (const one of steps) await transact(db, (tx) => post(tx, { config }, [postingOf(educator, one)]))
        const { rows } = await findMonths(db, educator, { limit: 100 })
        let before = 0
        for (const row of rows.toReversed()) {
          const [opening, sales, refunds, paid, closing] = [
            row.opening_paise,
            row.sales_paise,
            row.refunds_paise,
            row.payouts_paise,
            row.closing_paise,
          ].map(Number) as [number, number, number, number, number]
          expect(opening).toBe(before)
          expect(opening + sales + refunds + paid).toBe(closing)
          let csv = ''
          for await (const piece of writeStatement(app.deps, educator, row.month, english)) csv += piece
          const lines = csv.trim().split('\r\n').slice(1)
          const amounts = lines.map((line) => line.split(',').slice(-2).map(paise) as [number, number])
          expect(amounts[0]?.[1]).toBe(opening)
          expect(opening + amounts.reduce((sum, [amount]) => sum + amount, 0)).toBe(closing)
          expect(amounts.at(-1)?.[1]).toBe(closing)
          before = closing
        }
        // what we owe is below zero in the ledger
        expect(before + (await balanceOf(db, 'educator_payable', educator))).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})
