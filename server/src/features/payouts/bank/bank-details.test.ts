import { api, payoutPauseDays } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, confirmation, paymentKeys } from '#test/support/sales/pay.ts'
import { bankDetails, current, makeSeller, passTime } from '#test/support/sales/payout-world.ts'
import { renewBankDetails } from '../renew-encryption.ts'
import { decryptBankDetails } from './bank-cipher.ts'

let app: TestApp
let maker: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, logLevel: 'trace' })
  maker = await app.makeUser('admin')
})
afterAll(() => app.close())

const balance = (educator: TestUser) => educator.call(api.payouts.balance)

describe('bank details', () => {
  test('are stored encrypted, shown masked, mailed about, and in no log', async () => {
    const educator = await app.makeUser('educator')
    const { account } = await educator.call(api.payouts.saveAccount, {
      body: {
        ...bankDetails,
        holder: 'Meera Rao',
        accountNumber: '998877665544',
        accountNumberAgain: '998877665544',
      },
    })
    // nothing is owed yet that someone else could redirect to their own account
    expect(account).toMatchObject({ last4: '5544', holderHint: 'M••• R•••', pausedUntil: null })
    const row = await sql<{ text: string }>`select payout_accounts::text as text from payout_accounts
      where user_id = ${educator.user._id}`.execute(app.deps.db)
    const everything = [
      row.rows[0]?.text ?? '',
      JSON.stringify(app.logged),
      JSON.stringify((await sql`select * from jobs.job`.execute(app.deps.db)).rows),
      (await app.server.inject({ url: api.ownAccount.exportData.path, headers: { cookie: educator.cookie } })).body,
      JSON.stringify(await balance(educator)),
      JSON.stringify((await maker.call(api.admin.audit, { query: {} })).entries),
    ].join('\n')
    expect(everything).not.toMatch(/998877665544|Meera Rao|ABCDE1234F/)
    expect(everything).toContain('5544')
    await runJobs(app, 'mail-bank-details')
    const mails = (await app.deps.mail.outbox?.newest()) ?? []
    const mail = mails.find(({ to }) => to === educator.user.email)
    expect(mail).toMatchObject({ subject: 'Your bank details were changed' })
    // one-time codes are the only numbers of four digits in mails
    expect(mail?.text).not.toMatch(/\b\d{4}\b/)
  })

  test.each<[string, object, string]>([
    ['a wrong password', { current: 'a guess' }, 'wrong_password'],
    ['no password', { current: undefined }, 'wrong_password'],
    ['no holder', { holder: ' ' }, 'invalid_input'],
    ['a formula as holder', { holder: '=cmd|x!A1' }, 'invalid_input'],
    ['markup as holder', { holder: '<b>Asha</b>' }, 'invalid_input'],
    ['an overlong holder', { holder: 'x'.repeat(101) }, 'invalid_input'],
    ['a different repeated number', { accountNumberAgain: '123456789013' }, 'invalid_input'],
    ['no repeated number', { accountNumberAgain: undefined }, 'invalid_input'],
    ['a short number', { accountNumber: '12345678', accountNumberAgain: '12345678' }, 'invalid_input'],
    ['a long number', { accountNumber: '1'.repeat(19), accountNumberAgain: '1'.repeat(19) }, 'invalid_input'],
    ['letters in the number', { accountNumber: '12345678901A', accountNumberAgain: '12345678901A' }, 'invalid_input'],
    ['a number that is not text', { accountNumber: 123456789012 }, 'invalid_input'],
    ['a wrong IFSC', { ifsc: 'SBIN1001234' }, 'invalid_input'],
    ['a short IFSC', { ifsc: 'SBIN000123' }, 'invalid_input'],
  ])('are refused with %s', async (_name, changes, code) => {
    const educator = await app.makeUser('educator')
    const payload = { ...bankDetails, ...changes }
    const headers = { cookie: educator.cookie }
    const answer = await app.server.inject({ method: 'POST', url: api.payouts.saveAccount.path, payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
    expect((await balance(educator)).account).toBeNull()
  })

  test('pause payouts where they are replaced, and where anything is owed already', async () => {
    const [fresh, owed] = [await app.makeUser('educator'), await makeSeller(app, [100], { account: false })]
    const save = async (who: TestUser) => (await who.call(api.payouts.saveAccount, { body: bankDetails })).account
    expect((await save(fresh)).pausedUntil).toBeNull()
    const again = await save(fresh)
    const days = (Date.parse(again.pausedUntil ?? '') - Date.parse(again.changedAt)) / (24 * 3600 * 1000)
    expect(days).toBe(payoutPauseDays)
    expect((await save(owed)).pausedUntil).not.toBeNull()
    await passTime(app)
    expect((await balance(owed)).account?.pausedUntil).toBeNull()
  })

  test('are encrypted again when the secret changes; what neither secret decrypts is kept, and logged', async () => {
    const { db } = app.deps
    const mine = () => db.selectFrom('payout_accounts').select(['user_id', 'encrypted']).orderBy('user_id').execute()
    const before = await mine()
    const own = app.deps.payoutSecrets
    const payoutSecrets = { current: 'the next secret, of more than 32 characters', old: own.current }
    await renewBankDetails({ db, payoutSecrets, log: app.deps.log })
    for (const { user_id: userId, encrypted } of await mine()) {
      expect(decryptBankDetails({ ...payoutSecrets, old: null }, userId, encrypted)).not.toBeNull()
      expect(before.map((row) => row.encrypted)).not.toContain(encrypted)
    }
    await renewBankDetails({ db, payoutSecrets: own, log: app.deps.log })
    expect(app.logged.some(({ msg }) => msg.includes('PAYOUT_SECRET_OLD'))).toBe(true)
    await renewBankDetails({ db, payoutSecrets: { ...own, old: payoutSecrets.current }, log: app.deps.log })
    expect((await mine()).every((row) => decryptBankDetails(own, row.user_id, row.encrypted))).toBe(true)
  })

  test('in confirmed runs are encrypted again too, so that the bank file needs no old secret', async () => {
    const { db } = app.deps
    await makeSeller(app, [1000])
    await passTime(app)
    const { _id: runId } = (await maker.call(api.payoutRuns.create, { body: {} })).run
    await maker.call(api.payoutRuns.confirm, { params: { runId } })
    const own = app.deps.payoutSecrets
    const next = { current: 'the next secret, of more than 32 characters', old: own.current }
    await renewBankDetails({ db, payoutSecrets: next, log: app.deps.log })
    const copies = await db.selectFrom('payouts').selectAll().where('run_id', '=', runId).execute()
    for (const { educator_id: id, encrypted } of copies)
      expect(decryptBankDetails({ ...next, old: null }, id, encrypted ?? '')).toMatchObject({ ifsc: 'SBIN0001234' })
    await renewBankDetails({ db, payoutSecrets: { ...own, old: next.current }, log: app.deps.log })
    await maker.call(api.payoutRuns.paid, { params: { runId }, body: { reference: 'UTR' } })
  })

  test('are deleted with the account, which must be paid out first', async () => {
    const educator = await makeSeller(app, [1000])
    const { courses } = await educator.call(api.courses.own, { query: {} })
    for (const { _id: courseId } of courses)
      await educator.call(api.courses.edit, { params: { courseId }, body: { isPublished: false } })
    const remove = () => maker.call(api.admin.deleteUser, { params: { userId: educator.user._id } })
    const leave = () => educator.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE', current } })
    await expectProblem(remove(), 409, 'money_owed')
    expect((await expectProblem(leave(), 409, 'money_owed')).message).toMatch(/Earnings/)
    await passTime(app)
    const { _id: runId } = (await maker.call(api.payoutRuns.create, { body: {} })).run
    await maker.call(api.payoutRuns.confirm, { params: { runId } })
    await expectProblem(remove(), 409, 'money_owed')
    await maker.call(api.payoutRuns.paid, { params: { runId }, body: { reference: 'UTR' } })
    await leave()
    const kept = app.deps.db.selectFrom('payout_accounts').selectAll().where('user_id', '=', educator.user._id)
    expect(await kept.execute()).toEqual([])
  })

  test('stay when a course of the account is paid at the moment of its deletion', async ({ skip }) => {
    skip(app.database.engine !== 'postgres', 'one connection runs one transaction at a time')
    const { db } = app.deps
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator, { price: 1000 })
    const [student, another] = [await app.makeUser(), await app.makeUser()]
    const order = await student.call(api.enrolments.createOrder, { body: { courseId } })
    await educator.call(api.courses.edit, { params: { courseId }, body: { isPublished: false } })
    await buy(another, (await makeCourse(await app.makeUser('educator'), { price: 1 }))._id)
    const remove = () => maker.call(api.admin.deleteUser, { params: { userId: educator.user._id } })
    let calls: Promise<unknown>[] = []
    await db.transaction().execute(async (tx) => {
      // the sale is booked up to the number of its document
      await sql`select from invoice_counters for update`.execute(tx)
      calls = [student.call(api.enrolments.verifyPayment, { body: confirmation(order.id) })]
      await untilWaiting(1)
      calls.push(expectProblem(remove(), 409, 'money_owed'))
      await untilWaiting(2)
    })
    await Promise.all(calls)
    expect((await balance(educator)).held).toBe(1000)
  })
})

/** Waits until so many statements of this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(app.deps.db)).rows[0]?.count, { timeout: 5000 }).toBe(count)
}
