import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { bankDetails, current, makeSeller, passTime } from '#test/support/sales/payout-world.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { findEducatorBalance } from '../ledger/index.ts'
import { refundOrder } from '../sales/refunds/refund-order.ts'

let app: TestApp
let maker: TestUser
let checker: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, logLevel: 'trace' })
  ;[maker, checker] = [await app.makeUser('admin'), await app.makeUser('admin')]
  await maker.call(api.admin.saveSettings, { body: { platformFeePercent: 10 } })
})
afterAll(async () => {
  expect((await checkLedger(app.deps.db, new Date())).problems).toEqual([])
  await app.close()
})

const balance = (educator: TestUser) => educator.call(api.payouts.balance)
const run = (runId: string) => maker.call(api.payoutRuns.get, { params: { runId }, query: {} })
const draft = async () => (await maker.call(api.payoutRuns.create, { body: {} })).run
const confirm = (runId: string, who = checker) => who.call(api.payoutRuns.confirm, { params: { runId } })
const pay = (runId: string, who = maker) =>
  who.call(api.payoutRuns.paid, { params: { runId }, body: { reference: 'UTR-77' } })
const cancel = (runId: string, bankFileWithdrawn = false) =>
  maker.call(api.payoutRuns.cancel, { params: { runId }, body: { reason: 'A mistake', bankFileWithdrawn } })
const fileOf = (runId: string, { cookie } = maker) =>
  app.server.inject({ url: `/api/admin/payouts/runs/${runId}/file`, headers: { cookie } })
const orderOf = async (educator: TestUser) =>
  (
    await sql<{ id: string }>`select order_id as id from order_items join orders on orders.id = order_id
      where educator_id = ${educator.user._id} order by created_at`.execute(app.deps.db)
  ).rows.map(({ id }) => id)
const refund = async (educator: TestUser) => {
  const [orderId = ''] = await orderOf(educator)
  await refundOrder(app.deps, { id: maker.user._id }, orderId, { amount: null, note: '' })
}

describe('from the sale to the bank', () => {
  test('earnings are held, payable, on their way and paid, and each step is in the statement', async () => {
    const educator = await makeSeller(app, [1000, 500])
    expect(await balance(educator)).toMatchObject({ earned: 1350, held: 1350, payable: 0, debt: 0, paidOut: 0 })
    await passTime(app)
    expect(await balance(educator)).toMatchObject({ earned: 1350, held: 0, payable: 1350, account: { last4: '9012' } })
    const { _id: runId } = await draft()
    expect(await run(runId)).toMatchObject({
      run: { status: 'draft', count: 1, amount: 1350, createdBy: maker.user._id },
      payouts: [{ educatorId: educator.user._id, amount: 1350, status: 'planned' }],
      mayConfirm: false,
    })
    expect(await balance(educator)).toMatchObject({ payable: 1350, onItsWay: 0 })
    await expectProblem(confirm(runId, maker), 403, 'second_person_needed')
    expect((await confirm(runId)).run).toMatchObject({ status: 'confirmed', confirmedByName: checker.user.name })
    expect(await balance(educator)).toMatchObject({ earned: 1350, payable: 0, onItsWay: 1350 })

    const file = await fileOf(runId)
    expect(file.headers['cache-control']).toBe('no-store')
    const [{ _id: payoutId } = { _id: '' }] = (await run(runId)).payouts
    expect(file.body).toBe(
      `Beneficiary name,Account number,IFSC,Amount,Reference\r\nAsha Iyer,123456789012,SBIN0001234,1350.00,${payoutId}\r\n`,
    )

    expect((await pay(runId)).run.status).toBe('paid')
    expect(await balance(educator)).toMatchObject({ earned: 1350, payable: 0, onItsWay: 0, paidOut: 1350 })
    expect((await educator.call(api.payouts.list, { query: {} })).payouts).toMatchObject([
      { amount: 1350, status: 'paid', reference: 'UTR-77', last4: '9012' },
    ])
    await runJobs(app, 'announce-payout-paid')
    expect((await educator.call(api.notifications.list, {})).notifications[0]).toMatchObject({
      message: '₹1,350 were paid to your bank account',
      link: '/earnings',
    })
    const kept = await app.deps.db.selectFrom('payouts').select('encrypted').where('run_id', '=', runId).execute()
    expect(kept).toEqual([{ encrypted: null }])
    const acts = await maker.call(api.admin.audit, { query: { limit: 10 } })
    expect(acts.entries.slice(0, 4).map(({ action }) => action)).toEqual([
      'payouts-paid',
      'payouts-exported',
      'payouts-confirmed',
      'payouts-planned',
    ])
    const { months } = await educator.call(api.payouts.statements, { query: {} })
    const totals = months.reduce(
      (sum, { sales, payouts }) => ({ sales: sum.sales + sales, payouts: sum.payouts + payouts }),
      {
        sales: 0,
        payouts: 0,
      },
    )
    expect(totals).toEqual({ sales: 1350, payouts: -1350 })
    expect(months[0]?.closing).toBe(0)
  })

  test('repeating any step, by either admin, changes nothing', async () => {
    const educator = await makeSeller(app, [1000])
    await passTime(app)
    const { _id: runId } = await draft()
    await Promise.all([confirm(runId), confirm(runId)])
    expect((await confirm(runId, maker)).message).toMatch(/already/)
    await Promise.all([pay(runId), pay(runId, checker)])
    expect((await pay(runId)).message).toMatch(/already/)
    expect(await balance(educator)).toMatchObject({ earned: 900, paidOut: 900, payable: 0 })
    await expectProblem(cancel(runId), 409, 'payout_run_closed')
    expect((await fileOf(runId)).json().code).toBe('payout_run_closed')
    expect(await runJobs(app, 'announce-payout-paid')).toHaveLength(1)
  })

  test('a run whose bank file was downloaded is canceled only with a confirmation that the file was withdrawn', async () => {
    const educator = await makeSeller(app, [1000])
    await passTime(app)
    const { _id: runId } = await draft()
    await confirm(runId)
    expect((await fileOf(runId)).statusCode).toBe(200)
    await expectProblem(cancel(runId), 409, 'bank_file_downloaded')
    expect(await balance(educator)).toMatchObject({ payable: 0, onItsWay: 900 })
    expect((await cancel(runId, true)).run.status).toBe('canceled')
    const [entry] = (await maker.call(api.admin.audit, { query: { limit: 1, action: 'payouts-canceled' } })).entries
    expect(entry?.detail).toMatch(/The bank file was withdrawn\. A mistake$/)
  })

  test('an educator who is owed money keeps the role; a payout returned for a deleted account is written off', async () => {
    const educator = await makeSeller(app, [1000], { name: 'Leaves' })
    const params = { userId: educator.user._id }
    const { courses } = await educator.call(api.courses.own, { query: {} })
    for (const { _id: courseId } of courses) await educator.call(api.courses.remove, { params: { courseId } })
    const demote = () => maker.call(api.admin.changeRole, { params, body: { role: 'student' } })
    expect((await expectProblem(demote(), 409, 'money_owed')).message).toMatch(/change the role/)
    await passTime(app)
    const { _id: runId } = await draft()
    await confirm(runId)
    await expectProblem(demote(), 409, 'money_owed')
    await pay(runId)
    const writeOff = (educatorId = educator.user._id) =>
      maker.call(api.payoutRuns.writeOff, { params: { educatorId }, body: { reason: 'The bank has no account' } })
    await expectProblem(writeOff(), 404, 'not_found')
    await demote()
    await maker.call(api.admin.deleteUser, { params })
    await expectProblem(writeOff(), 404, 'not_found')
    const payout = (await run(runId)).payouts.find(({ educatorId }) => educatorId === educator.user._id)
    const body = { reason: 'The account is closed' }
    await maker.call(api.payoutRuns.returned, { params: { payoutId: payout?._id ?? '' }, body })
    const owed = () => maker.call(api.payoutRuns.payable, { query: { state: 'missing', limit: 100 } })
    const mine = async () => (await owed()).educators.filter(({ educatorId }) => educatorId === educator.user._id)
    expect(await mine()).toMatchObject([{ payable: 900, deleted: true, account: null }])
    // the sums of a state are those of its list, whichever state is listed
    const { educators } = await owed()
    expect((await maker.call(api.payoutRuns.payable, { query: {} })).sums).toContainEqual({
      state: 'missing',
      educators: educators.length,
      amount: educators.reduce((sum, { payable }) => sum + payable, 0),
    })
    const outcomes = await Promise.allSettled([writeOff(), writeOff()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await mine()).toEqual([])
    const [entry] = (await maker.call(api.admin.audit, { query: { limit: 1, action: 'balance-written-off' } })).entries
    expect(entry).toMatchObject({
      action: 'balance-written-off',
      detail: '₹900 of a deleted account written off: The bank has no account',
    })
    for (const reason of ['', ' ', 'x'.repeat(201)])
      await expectProblem(
        maker.call(api.payoutRuns.writeOff, { params: { educatorId: 'x' }, body: { reason } }),
        400,
        'invalid_input',
      )
  })

  test('a canceled run returns its amounts; a canceled draft never took them', async () => {
    const educator = await makeSeller(app, [1000])
    await passTime(app)
    const first = await draft()
    await expectProblem(draft(), 409, 'nothing_payable')
    // what it would have paid is still told, as of a run that was canceled later
    expect((await cancel(first._id)).run).toMatchObject({ status: 'canceled', count: 1, amount: 900 })
    await expectProblem(confirm(first._id), 409, 'payout_run_closed')
    const second = await draft()
    await confirm(second._id)
    expect(await balance(educator)).toMatchObject({ payable: 0, onItsWay: 900 })
    expect((await cancel(second._id)).run).toMatchObject({ status: 'canceled', count: 1, amount: 900 })
    expect((await cancel(second._id)).message).toMatch(/already/)
    expect(await balance(educator)).toMatchObject({ earned: 900, payable: 900, onItsWay: 0 })
    await expectProblem(pay(second._id), 409, 'payout_run_closed')
  })

  test.each(['sent', 'paid'] as const)(
    'a payout that was %s and returned by the bank is owed again, after a pause',
    async (state) => {
      const educator = await makeSeller(app, [2000])
      await passTime(app)
      const { _id: runId } = await draft()
      await confirm(runId)
      if (state === 'paid') await pay(runId)
      const payout = (await run(runId)).payouts.find(({ educatorId }) => educatorId === educator.user._id)
      const params = { payoutId: payout?._id ?? '' }
      const before = (await run(runId)).run
      const returned = () => checker.call(api.payoutRuns.returned, { params, body: { reason: 'Account closed' } })
      expect((await returned()).payout).toMatchObject({ status: 'returned', problem: 'Account closed' })
      expect((await returned()).message).toMatch(/already/)
      expect((await run(runId)).run).toMatchObject({ count: before.count - 1, amount: before.amount - 1800 })
      expect(await balance(educator)).toMatchObject({
        payable: 1800,
        onItsWay: 0,
        paidOut: 0,
        account: { pausedUntil: expect.any(String) },
      })
      await runJobs(app, 'announce-payout-returned')
      expect((await educator.call(api.notifications.list, {})).notifications[0]?.message).toBe(
        'The bank returned your payout of ₹1,800: Account closed. Please check your bank details',
      )
      const paused = await maker.call(api.payoutRuns.payable, { query: { state: 'paused' } })
      expect(paused.educators.map(({ educatorId }) => educatorId)).toContain(educator.user._id)
      if (state === 'sent') await cancel(runId)
      else
        expect((await expectProblem(draft(), 409, 'nothing_payable')).message).toMatch(
          /Payouts to \d+ educators? are paused: .*the bank returned a payout/,
        )
      await passTime(app)
      await pay((await confirm((await draft())._id)).run._id)
      expect(await balance(educator)).toMatchObject({ payable: 0, paidOut: 1800 })
    },
  )

  test('a refund between draft and confirmation excludes its payout, by name; a run with no payout left is canceled', async () => {
    const [one, two] = [await makeSeller(app, [1000], { name: 'One' }), await makeSeller(app, [3000], { name: 'Two' })]
    await passTime(app)
    const mixed = await draft()
    await refund(one)
    expect(await confirm(mixed._id)).toMatchObject({
      leftOut: ['One'],
      run: { status: 'confirmed', count: 1, amount: 2700 },
    })
    expect((await run(mixed._id)).payouts.find(({ name }) => name === 'One')).toMatchObject({
      status: 'left-out',
      problem: 'The amount is not payable any more',
    })
    await pay(mixed._id)
    const lone = await makeSeller(app, [1000], { name: 'Lone' })
    await passTime(app)
    const empty = await draft()
    await refund(lone)
    expect(await confirm(empty._id)).toMatchObject({ run: { status: 'canceled' }, leftOut: ['Lone'] })
    expect(await balance(two)).toMatchObject({ paidOut: 2700 })
  })

  test('a refund after the payout is deducted from later earnings', async () => {
    const educator = await makeSeller(app, [1000])
    await passTime(app)
    const { _id: runId } = await draft()
    await confirm(runId)
    await pay(runId)
    await refund(educator)
    expect(await balance(educator)).toMatchObject({ earned: 0, payable: 0, debt: 900, paidOut: 900 })
    await buy(await app.makeUser(), (await makeCourse(educator, { price: 3000 }))._id)
    expect(await balance(educator)).toMatchObject({ earned: 2700, held: 2700, payable: 0, debt: 900 })
    await passTime(app)
    expect(await balance(educator)).toMatchObject({ payable: 1800, debt: 0 })
    await cancel((await draft())._id)
  })

  test('an educator in debt cannot delete their account; an admin can, which writes the debt off', async () => {
    const educator = await makeSeller(app, [1000, 1000], { name: 'In debt' })
    await passTime(app)
    const { _id: runId } = await draft()
    await confirm(runId)
    await pay(runId)
    await refund(educator)
    const { courses } = await educator.call(api.courses.own, { query: {} })
    const take = (courseId: string) => educator.call(api.courses.remove, { params: { courseId } })
    const leave = () => educator.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE', current } })
    const remove = () => maker.call(api.admin.deleteUser, { params: { userId: educator.user._id } })
    const { _id: another } = await makeCourse(educator, { price: 1000 })
    for (const { _id } of courses) await take(_id)
    // held earnings equal the debt: what is refunded of them would be owed by no one
    await buy(await app.makeUser(), another)
    await take(another)
    expect(await balance(educator)).toMatchObject({ held: 900, debt: 900 })
    await expectProblem(leave(), 409, 'money_owed')
    await expectProblem(remove(), 409, 'money_owed')
    const [last = ''] = (await orderOf(educator)).slice(-1)
    await refundOrder(app.deps, { id: maker.user._id }, last, { amount: null, note: '' })
    const { message } = await expectProblem(leave(), 409, 'money_owed')
    expect(message).toMatch(/₹900 .*write to the support/)
    await remove()
    const [entry] = (await maker.call(api.admin.audit, { query: { limit: 1, action: 'user-deleted' } })).entries
    expect(entry?.detail).toBe('Account of an educator deleted. Their debt of ₹900 was written off.')
    expect((await findEducatorBalance(app.deps.db, educator.user._id, app.deps.clock.now())).owed).toBe(0)
  })
})

describe('who is paid', () => {
  const stateOf = async (educator: TestUser) => {
    for (const state of ['ready', 'small', 'missing', 'paused'] as const) {
      let cursor: string | undefined
      do {
        const page = await maker.call(api.payoutRuns.payable, { query: { state, limit: 2, ...(cursor && { cursor }) } })
        if (page.educators.some(({ educatorId }) => educatorId === educator.user._id)) return state
        cursor = page.next ?? undefined
      } while (cursor)
    }
    return null
  }

  test('depends on the minimum, the bank details and their age, and the account status', async () => {
    const small = await makeSeller(app, [100])
    const missing = await makeSeller(app, [1000], { account: false })
    const suspended = await makeSeller(app, [1000])
    const held = await makeSeller(app, [1000])
    await passTime(app)
    const changed = await makeSeller(app, [1000])
    await passTime(app)
    await changed.call(api.payouts.saveAccount, { body: bankDetails })
    await maker.call(api.admin.suspend, { params: { userId: suspended.user._id }, body: { reason: 'Fraud' } })
    await buy(await app.makeUser(), (await makeCourse(held, { price: 500 }))._id)
    expect(await stateOf(small)).toBe('small')
    expect(await stateOf(missing)).toBe('missing')
    expect(await stateOf(suspended)).toBe('paused')
    expect(await stateOf(changed)).toBe('paused')
    expect(await stateOf(held)).toBe('ready')
    const { educators } = await maker.call(api.payoutRuns.payable, { query: {} })
    expect(educators.find(({ educatorId }) => educatorId === held.user._id)).toMatchObject({ payable: 900, held: 450 })

    const { _id: runId } = await draft()
    expect((await run(runId)).payouts.map(({ educatorId }) => educatorId)).not.toContain(small.user._id)
    expect(await stateOf(held)).toBeNull()
    // each of these changes something between draft and confirmation
    await held.call(api.payouts.saveAccount, { body: bankDetails })
    expect((await confirm(runId)).leftOut).toContain(held.user.name)
  })
})

describe('calls that are refused', () => {
  test.each<[string, () => Promise<unknown>, number, string]>([
    ['get', () => run('none'), 404, 'not_found'],
    ['confirm', () => confirm('none'), 404, 'not_found'],
    ['paid', () => pay('none'), 404, 'not_found'],
    ['cancel', () => cancel('none'), 404, 'not_found'],
    [
      'returned',
      () => maker.call(api.payoutRuns.returned, { params: { payoutId: 'none' }, body: { reason: 'x' } }),
      404,
      'not_found',
    ],
    ['a long note', () => maker.call(api.payoutRuns.create, { body: { note: 'x'.repeat(201) } }), 400, 'invalid_input'],
    [
      'no reference',
      () => maker.call(api.payoutRuns.paid, { params: { runId: 'x' }, body: { reference: ' ' } }),
      400,
      'invalid_input',
    ],
    [
      'no reason',
      () => maker.call(api.payoutRuns.cancel, { params: { runId: 'x' }, body: { reason: '' } }),
      400,
      'invalid_input',
    ],
    ['an invalid cursor', () => maker.call(api.payoutRuns.list, { query: { cursor: 'x' } }), 400, 'invalid_input'],
    ['too many rows', () => maker.call(api.payoutRuns.list, { query: { limit: 101 } }), 400, 'invalid_input'],
    [
      'an unknown state',
      () => maker.call(api.payoutRuns.payable, { query: { state: 'all' as 'ready' } }),
      400,
      'invalid_input',
    ],
  ])('%s', async (_name, call, status, code) => void (await expectProblem(call(), status, code)))

  test('the file of an unknown run, or of one that is not confirmed', async () => {
    expect((await fileOf('none')).statusCode).toBe(404)
    await makeSeller(app, [1000])
    await passTime(app)
    const { _id: runId } = await draft()
    expect((await fileOf(runId)).json().code).toBe('payout_run_closed')
    await cancel(runId)
  })

  test('lists are paginated', async () => {
    const first = await maker.call(api.payoutRuns.list, { query: { limit: 1 } })
    expect(first.runs).toHaveLength(1)
    expect(
      (await maker.call(api.payoutRuns.list, { query: { limit: 1, cursor: first.next ?? '' } })).previous,
    ).not.toBeNull()
  })
})
