import { api, deletionWord } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { onSessionsEnded } from '../accounts/index.ts'
import { updateProfile } from '../accounts/profile/update-profile.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
const current = 'correct horse battery'
const path = api.ownAccount.deleteAccount.path
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const leave = async (who: TestUser, body: object = { current }) => {
  const payload = { confirm: deletionWord, ...body }
  const answer = await app.server.inject({ method: 'POST', url: path, payload, headers: { cookie: who.cookie } })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<{ code?: string; message: string }>() }
}
const rowOf = ({ user }: TestUser) =>
  app.deps.db.selectFrom('users').selectAll().where('id', '=', user._id).executeTakeFirstOrThrow()
const login = async (email: string) =>
  (await app.server.inject({ method: 'POST', url: api.accounts.login.path, payload: { email, password: current } }))
    .statusCode
const newestMail = async () => (await app.deps.mail.outbox?.newest())?.[0]

describe('deleting the own account', () => {
  test('deletes a student as an admin does: every session ends, and reviews and orders stay without a name', async () => {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { price: 499 })
    await makeLecture(educator, course._id)
    const who = await app.makeUser('student', 'Leaving Student')
    await buy(who, course._id)
    await who.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: 'Good' } })
    expect(await login(who.user.email)).toBe(200)
    const { sessions } = await who.call(api.accounts.sessions)
    const ended: string[] = []
    onSessionsEnded(app.deps.db, (ids) => ended.push(...ids))

    const left = await leave(who)
    expect(left).toMatchObject({ status: 200, message: 'Your account was deleted' })
    expect(String(left.headers['set-cookie'])).toMatch(/vc_session=;/)
    expect(ended.sort()).toEqual(sessions.map(({ _id }) => _id).sort())
    await expectProblem(who.call(api.accounts.current), 401, 'unauthenticated')
    expect(await login(who.user.email)).toBe(401)
    expect(await rowOf(who)).toMatchObject({ name: 'Deleted user', password_hash: null })
    const orders = await app.deps.db
      .selectFrom('orders')
      .select(['status', 'amount_paise'])
      .where('user_id', '=', who.user._id)
      .execute()
    expect(orders).toEqual([{ status: 'paid', amount_paise: 49_900 }])
    const [review] = await app.visitor(api.reviews.all, { query: {} })
    expect(review).toMatchObject({ comment: 'Good', user: { name: 'Deleted user' } })
    const audit = await sql`select 1 from audit_log where subject_id = ${who.user._id}`.execute(app.deps.db)
    expect(audit.rows).toEqual([])
    await runJobs(app, 'mail-account-deleted')
    expect(await newestMail()).toMatchObject({ to: who.user.email, subject: 'Your account was deleted' })
    // the address is free again
    const again = { name: 'New', email: who.user.email, password: current, role: 'student' }
    const opened = await app.server.inject({ method: 'POST', url: api.accounts.signup.path, payload: again })
    expect(opened.statusCode).toBe(201)
    expect((await leave(who)).status).toBe(401)
  })

  test('of an educator waits until their sold courses are off the list; their students keep them', async () => {
    const educator = await app.makeUser('educator')
    const [sold, draft] = [await makeCourse(educator, { price: 0 }), await makeCourse(educator)]
    const student = await app.makeUser()
    await buy(student, sold._id)
    expect(await leave(educator)).toMatchObject({
      status: 409,
      code: 'has_students',
      message: expect.stringContaining('Take them off the list first'),
    })
    await educator.call(api.courses.edit, { params: { courseId: sold._id }, body: { isPublished: false } })
    expect((await leave(educator)).status).toBe(200)
    const seen = await student.call(api.courses.get, { params: { courseId: sold._id } })
    expect(seen.creatorName).toBe('Deleted user')
    await expectProblem(student.call(api.courses.get, { params: { courseId: draft._id } }), 404, 'not_found')
  })

  test('of the last admin is refused; of two at once, one stays', async () => {
    const admins = [await app.makeUser('admin'), await app.makeUser('admin')] as [TestUser, TestUser]
    const both = await Promise.all(admins.map((one) => leave(one)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(both.find(({ status }) => status === 403)).toMatchObject({
      code: 'last_admin',
      message: expect.stringContaining('last admin'),
    })
    const acts = await sql<{ detail: string }>`
      select detail from audit_log where action = 'user-deleted'`.execute(app.deps.db)
    expect(acts.rows).toEqual([{ detail: 'An admin deleted their own account.' }])
  })

  test.each<[string, object, number, string]>([
    ['a wrong password', { current: 'a guess' }, 400, 'wrong_password'],
    ['no password', {}, 400, 'wrong_password'],
    ['a code instead', { ownerCode: '123456' }, 400, 'wrong_password'],
    ['another word', { current, confirm: 'delete' }, 400, 'invalid_input'],
    ['no word', { current, confirm: undefined }, 400, 'invalid_input'],
    ['a password that is no text', { current: [current] }, 400, 'invalid_input'],
    ['an endless password', { current: 'x'.repeat(257) }, 400, 'invalid_input'],
  ])('is refused with %s, and nothing is deleted', async (_name, body, status, code) => {
    const who = await app.makeUser()
    expect(await leave(who, body)).toMatchObject({ status, code })
    expect(await login(who.user.email)).toBe(200)
  })

  test('is not undone by a profile that was still being saved', async () => {
    const who = await app.makeUser('student', 'Real Name')
    expect((await leave(who)).status).toBe(200)
    const { _id: id, role, name, email } = who.user
    const saved = updateProfile(
      app.deps,
      { id, role, name, email, sessionId: '', language: null, hasFactor: false },
      { name, description: 'Me' },
    )
    await expect(saved).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await rowOf(who)).toMatchObject({ name: 'Deleted user', description: '' })
  })

  test('right after a new password mails nothing to the address that stands for the deleted one', async () => {
    const who = await app.makeUser()
    await who.call(api.accounts.changePassword, { body: { current, password: 'an even better password' } })
    expect((await leave(who, { current: 'an even better password' })).status).toBe(200)
    await runJobs(app, 'tell-account-change')
    await runJobs(app, 'mail-account-deleted')
    expect((await app.deps.mail.outbox?.newest())?.filter(({ to }) => to.endsWith('@deleted.invalid'))).toEqual([])
  })

  test('is refused to visitors, and guesses at the password are limited with those at a new one', async () => {
    expect((await leave({ cookie: '' } as TestUser)).status).toBe(401)
    const who = await app.makeUser()
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, at) => leave(who, { current: `guess ${at}` })))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5)
    const limited = await leave(who)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('without a password needs the mailed code, once', async () => {
    const who = await app.makeUser()
    await sql`update users set password_hash = null where id = ${who.user._id}`.execute(app.deps.db)
    expect(await leave(who, { current: '' })).toMatchObject({ status: 400, code: 'wrong_code' })
    await who.call(api.ownAccount.sendOwnerCode)
    await runJobs(app, 'deliver-account-code')
    const ownerCode = /\b\d{6}\b/.exec((await newestMail())?.text ?? '')?.[0]
    const both = await Promise.all([leave(who, { ownerCode }), leave(who, { ownerCode })])
    expect(both.map(({ status }) => status).sort()).toSatisfy(([one, two]) => one === 200 && two >= 400)
    const codes = app.deps.db.selectFrom('account_codes').select('purpose').where('user_id', '=', who.user._id)
    expect(await codes.execute()).toEqual([])
  })

  test('ends a new address that waits, and races a change of it safely', async () => {
    const who = await app.makeUser()
    await who.call(api.ownAccount.changeEmail, { body: { email: 'waiting@test.example', current } })
    await runJobs(app, 'deliver-account-code')
    const code = /\b\d{6}\b/.exec((await newestMail())?.text ?? '')?.[0]
    const [left] = await Promise.all([
      leave(who),
      who.call(api.ownAccount.confirmEmail, { body: { code } }).catch(() => null),
    ])
    const row = await rowOf(who)
    if (left.status === 200) expect(row.email).toMatch(/@deleted\.invalid$/)
    else expect(row).toMatchObject({ deleted_at: null, email: 'waiting@test.example' })
  })
})

describe('the download of the own data', () => {
  const url = api.ownAccount.exportData.path
  test('holds what is kept about a person, and no secret; it is not written to the audit log', async () => {
    const who = await app.makeUser('student', 'Curious One')
    const answer = await app.server.inject({ url, headers: { cookie: who.cookie } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      account: { name: 'Curious One', email: who.user.email },
      sessions: [expect.anything()],
      orders: [],
    })
    expect(answer.body).not.toMatch(/argon2|token/i)
    const audit = await sql`select 1 from audit_log where subject_id = ${who.user._id}`.execute(app.deps.db)
    expect(audit.rows).toEqual([])
  })
  test('is limited, and refused to visitors', async () => {
    const who = await app.makeUser()
    const all = await Promise.all(
      Array.from({ length: 21 }, () => app.server.inject({ url, headers: { cookie: who.cookie } })),
    )
    const limited = all.filter(({ statusCode }) => statusCode === 429)
    expect(limited).toHaveLength(1)
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.server.inject({ url })).statusCode).toBe(401)
  })
})
