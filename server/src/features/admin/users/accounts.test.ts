import { ApiError, api } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSocket, listen, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { factorSteps } from '#test/support/factor-steps.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { newPassword, resetPaths, resetSteps } from '#test/support/reset-steps.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { localCode } from '#test/support/sign-in-flow.ts'
import { removeFactorsAsOperator } from './remove-factors.ts'

const password = 'correct horse battery'
let app: TestApp
let admin: TestUser
let address: string
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin', 'Head Admin')
  address = await listen(app.server)
})
afterAll(() => app.close())

const { login, prove, post } = resetSteps(() => app)
const of = (who: TestUser) => ({ params: { userId: who.user._id } })
const suspend = (who: TestUser, reason = 'Spam in reviews', by = admin) =>
  by.call(api.admin.suspend, { ...of(who), body: { reason } })
const auditOf = async (id: string) =>
  (await admin.call(api.admin.audit, { query: { limit: 100 } })).entries
    .filter(({ subjectId }) => subjectId === id)
    .map(({ action, detail, subject, adminName }) => ({ action, detail, subject, adminName }))
const row = (id: string) => app.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Signs in with the stand-in of an identity provider. */
const signInAtProvider = async (email: string) => {
  const redirect_uri = `${app.deps.config.publicUrl}/auth/callback`
  const { code, cookie } = await localCode(app, { name: 'G', email, emailVerified: true }, redirect_uri)
  return post(api.accounts.googleToken.path, { code, redirect_uri }, cookie)
}

describe('the list of users', () => {
  test('is searched by name and address, filtered and paged, and signs of LIKE stand for themselves', async () => {
    const names = ['Percy 100%', 'Under_score', "O'Brien; drop table users;--"]
    const people = await Promise.all(names.map((name) => app.makeUser('educator', name)))
    const find = async (text: string, more: object = {}) =>
      (await admin.call(api.admin.users, { query: { text, ...more } })).users.map(({ name }) => name)
    expect(await find('100%')).toEqual(['Percy 100%'])
    expect(await find('r_s')).toEqual(['Under_score'])
    expect(await find('%')).toEqual(['Percy 100%'])
    expect(await find("'; drop table users;--")).toEqual([])
    expect(await find("o'brien; DROP")).toEqual(["O'Brien; drop table users;--"])
    expect(await find(people[0]?.user.email ?? '')).toEqual(['Percy 100%'])
    expect(await find('Percy', { role: 'student' })).toEqual([])
    expect(await find('Percy', { state: 'suspended' })).toEqual([])
    const page = (cursor?: string | null) =>
      admin.call(api.admin.users, { query: { role: 'educator', limit: 2, ...(cursor && { cursor }) } })
    const first = await page()
    expect([first.users.length, first.total, first.previous]).toEqual([2, 3, null])
    // rows that arrive meanwhile neither repeat nor hide what follows
    await app.makeUser('educator', 'Late Comer')
    const second = await page(first.next)
    expect([second.users.map(({ name }) => name), second.next]).toEqual([['Percy 100%'], null])
    expect((await page(second.previous)).users).toEqual(first.users)
  })
})

describe('a suspended account', () => {
  test('loses sessions and sockets within a second, and every way in, until it is restored', async () => {
    const who = await app.makeUser('student', 'Asha Rao')
    const line = await connectSocket(address, { cookie: who.cookie })
    const resetCookie = await prove(who.user.email)
    const start = performance.now()
    const { user } = await suspend(who)
    await until(() => line.lost.length > 0)
    expect(performance.now() - start).toBeLessThan(1000)
    line.socket.disconnect()
    expect(user).toMatchObject({ state: 'suspended', reason: 'Spam in reviews', lastSeenAt: null })
    await expectProblem(who.call(api.accounts.current), 401, 'unauthenticated')

    const refused = await login(who.user.email, password)
    expect(refused).toMatchObject({ status: 403, code: 'suspended' })
    expect(refused.message).toBe(
      'This account is suspended. Reason: Spam in reviews. Please write to the support of this site.',
    )
    expect(await login(who.user.email, 'not the password')).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect(await signInAtProvider(who.user.email)).toMatchObject({ status: 403, code: 'suspended' })
    const reset = await post(resetPaths.reset, { email: who.user.email, password: newPassword }, resetCookie)
    expect(reset).toMatchObject({ status: 403, code: 'suspended' })

    expect((await admin.call(api.admin.restore, of(who))).user).toMatchObject({ state: 'active', reason: '' })
    expect((await login(who.user.email, password)).status).toBe(200)
    expect((await admin.call(api.admin.restore, of(who))).message).toBe('This account is not suspended')
    expect(await auditOf(who.user._id)).toEqual([
      { action: 'user-restored', detail: 'Suspension ended.', subject: 'Asha Rao', adminName: 'Head Admin' },
      { action: 'user-suspended', detail: 'Suspended: Spam in reviews', subject: 'Asha Rao', adminName: 'Head Admin' },
    ])
  })

  test('loses its socket on another process within a second too', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const process = await createTestApp({ beside: app.database })
    const who = await app.makeUser()
    const line = await connectSocket(await listen(process.server), { cookie: who.cookie })
    const start = performance.now()
    await suspend(who)
    await until(() => line.lost.length > 0)
    expect(performance.now() - start).toBeLessThan(1000)
    line.socket.disconnect()
    await process.close()
  })

  test('gets no session by logging in at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await app.makeUser()
      await Promise.all([suspend(who), login(who.user.email, password), login(who.user.email, password)])
      const open = await app.deps.db.selectFrom('sessions').select('id').where('user_id', '=', who.user._id).execute()
      expect(open).toEqual([])
    }
  })

  test('of an admin can do nothing, also while requests are in progress', async () => {
    const second = await app.makeUser('admin')
    const victim = await app.makeUser()
    await suspend(second)
    await expectProblem(suspend(victim, 'no', second), 401, 'unauthenticated')
  })
})

describe('no one is locked out', () => {
  test('an admin cannot act on their own account, and the last one gets an error of their own', async () => {
    for (const act of [api.admin.suspend, api.admin.changeRole, api.admin.deleteUser, api.admin.restore] as const) {
      const body = act === api.admin.suspend ? { reason: 'x' } : act === api.admin.changeRole ? { role: 'student' } : {}
      const answer = await app.server.inject({
        method: act.method,
        url: act.path.replace(':userId', admin.user._id),
        headers: { cookie: admin.cookie },
        ...(act.method === 'POST' && { payload: body }),
      })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'last_admin'])
    }
    await app.makeUser('admin')
    await expectProblem(suspend(admin), 403, 'own_account')
  })

  test('of two admins who demote, suspend or delete each other at once one stays', async () => {
    for (let round = 0; round < 6; round++) {
      const own = await createPair()
      const acts = own.map((one, index) => {
        const other = own[1 - index] ?? one
        if (round % 3 === 0) return one.call(api.admin.changeRole, { ...of(other), body: { role: 'student' } })
        if (round % 3 === 1) return suspend(other, 'x', one)
        return one.call(api.admin.deleteUser, of(other))
      })
      const outcomes = await Promise.all(
        acts.map((act) =>
          act.then(
            () => 'done',
            (error: unknown) => (error instanceof ApiError ? error.code : error),
          ),
        ),
      )
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
      expect(outcomes.find((one) => one !== 'done')).toBeOneOf(['forbidden', 'unauthenticated', 'not_found'])
    }
  })
  const createPair = (): Promise<[TestUser, TestUser]> => Promise.all([app.makeUser('admin'), app.makeUser('admin')])
})

describe('a role', () => {
  test('is changed, signs out everywhere and is written down', async () => {
    const who = await app.makeUser('student', 'Ravi')
    const { user, message } = await admin.call(api.admin.changeRole, { ...of(who), body: { role: 'educator' } })
    expect([user.role, message]).toEqual(['educator', 'Role changed'])
    await expectProblem(who.call(api.accounts.current), 401, 'unauthenticated')
    const again = await admin.call(api.admin.changeRole, { ...of(who), body: { role: 'educator' } })
    expect(again.message).toBe('This account has that role already')
    expect(await auditOf(who.user._id)).toMatchObject([{ detail: 'Role changed from student to educator.' }])
  })
  test('of an educator with courses stays; a student keeps bought courses', async () => {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    await buy(student, course._id)
    await expectProblem(
      admin.call(api.admin.changeRole, { ...of(educator), body: { role: 'student' } }),
      409,
      'role_in_use',
    )
    await admin.call(api.admin.changeRole, { ...of(student), body: { role: 'educator' } })
    const { cookie } = await login(student.user.email, password)
    const { enrolled } = await app.callAs(cookie)(api.enrolments.enrolled, { params: { courseId: course._id } })
    expect(enrolled).toBe(true)
  })
})

describe('a deleted account', () => {
  test('is forgotten, and its reviews and orders stay readable', async () => {
    const educator = await app.makeUser('educator', 'Meera Iyer')
    const course = await makeCourse(educator, { price: 499 })
    const lecture = await makeLecture(educator, course._id)
    const who = await app.makeUser('student', 'Forget Me')
    await who.call(api.wishlist.add, { body: { courseId: course._id } })
    await buy(who, course._id)
    await who.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment: 'Clear and short' } })
    await who.call(api.learning.report, { params: { lectureId: lecture._id }, body: { seconds: 3 } })
    const { db } = app.deps
    const notification = { id: 'told-1', user_id: educator.user._id, created_at: new Date() }
    await db
      .insertInto('notifications')
      .values({
        ...notification,
        event_key: `enrolment ${course._id} ${who.user._id}`,
        kind: 'student-enrolled',
        params: JSON.stringify({ courseId: course._id, course: 'X', student: 'Forget Me' }),
      })
      .execute()

    await admin.call(api.admin.deleteUser, of(who))
    await expectProblem(who.call(api.accounts.current), 401, 'unauthenticated')
    expect((await login(who.user.email, password)).status).toBe(401)
    await expectProblem(admin.call(api.admin.deleteUser, of(who)), 404, 'not_found')
    await expectProblem(suspend(who), 404, 'not_found')
    const kept = await row(who.user._id)
    expect(kept).toMatchObject({ name: 'Deleted user', password_hash: null, photo_id: null, description: '' })
    expect(kept.email).toMatch(/^[\w-]+@deleted\.invalid$/)
    for (const table of ['wishlist_items', 'notifications', 'lecture_progress', 'sessions', 'identities'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', who.user._id).execute()).toEqual([])
    const [review] = await app.visitor(api.reviews.all, { query: {} })
    expect(review).toMatchObject({ comment: 'Clear and short', user: { name: 'Deleted user', photoUrl: '' } })
    const orders = await db.selectFrom('orders').select('status').where('user_id', '=', who.user._id).execute()
    expect(orders).toEqual([{ status: 'paid' }])
    const { notifications } = await educator.call(api.notifications.list)
    expect(notifications.find(({ _id }) => _id === 'told-1')?.message).toBe('Deleted user enrolled in X')
    const inHindi = await app.server.inject({
      url: api.notifications.list.path,
      headers: { cookie: educator.cookie, 'x-language': 'hi' },
    })
    expect(inHindi.body).toContain('डिलीट किया गया यूज़र ने')
    expect(JSON.stringify(await auditOf(who.user._id))).not.toContain('Forget Me')
    // The address is free again.
    const again = { name: 'New', email: who.user.email, password, role: 'student' }
    expect((await post(api.accounts.signup.path, again)).status).toBe(201)
  })

  test('of an educator is refused while students have bought their courses', async () => {
    const educator = await app.makeUser('educator', 'Leaving Teacher')
    const sold = await makeCourse(educator, { price: 0 })
    const unsold = await makeCourse(educator)
    const student = await app.makeUser()
    await buy(student, sold._id)
    const { _id: lectureId } = await makeLecture(educator, sold._id)
    const liveStartTime = new Date(app.clock.ms + 86_400_000).toISOString()
    await educator.call(api.live.schedule, { params: { lectureId }, body: { liveStartTime } })
    const session = () =>
      app.deps.db
        .selectFrom('lectures')
        .select(['live_state', 'live_start_time', 'live_revision'])
        .where('id', '=', lectureId)
        .executeTakeFirstOrThrow()
    const { live_revision: before } = await session()
    await expectProblem(admin.call(api.admin.deleteUser, of(educator)), 409, 'has_students')
    await admin.call(api.admin.unlist, { params: { courseId: sold._id }, body: { reason: 'The educator leaves' } })
    await admin.call(api.admin.deleteUser, of(educator))
    const seen = await student.call(api.courses.get, { params: { courseId: sold._id } })
    expect(seen.creatorName).toBe('Deleted user')
    // no one is left to start it; calendars learn of it
    expect(await session()).toEqual({ live_state: 'none', live_start_time: null, live_revision: before + 1 })
    await expectProblem(admin.call(api.courses.get, { params: { courseId: unsold._id } }), 404, 'not_found')
    const creator = await student.call(api.courses.creator, { body: { userId: educator.user._id } })
    expect(creator).toMatchObject({ name: 'Deleted user', email: '' })
  })
})

test('the download holds what is kept about a person, and no secret', async () => {
  const educator = await app.makeUser('educator')
  const course = await makeCourse(educator, { title: 'SQL at work', price: 499 })
  const who = await app.makeUser('student', 'Curious One')
  await buy(who, course._id)
  await who.call(api.reviews.give, { body: { courseId: course._id, rating: 5, comment: 'Mine' } })
  const [order] = (await who.call(api.orders.list)).orders
  await admin.call(api.adminOrders.refund, {
    params: { orderId: order?._id ?? '' },
    body: { amount: 100, reason: 'A broken lecture' },
  })
  const refund = { amountPaise: 10_000, reason: 'admin', note: 'A broken lecture', status: 'pending', endedAt: null }
  const params = JSON.stringify({ courseId: course._id, course: 'SQL at work', student: null })
  const enrolled = { id: 'told-2', user_id: who.user._id, event_key: 'enrolled test', kind: 'student-enrolled', params }
  await app.deps.db
    .insertInto('notifications')
    .values({ ...enrolled, created_at: new Date() })
    .execute()
  const url = api.admin.exportUser.path.replace(':userId', who.user._id)
  const answer = await app.server.inject({ url, headers: { cookie: admin.cookie } })
  expect(answer.headers['content-disposition']).toContain('attachment')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject({
    account: { name: 'Curious One', email: who.user.email, hasPassword: true },
    enrolments: [{ course: 'SQL at work', amountPaise: 49_900 }],
    orders: [{ status: 'refund_pending', items: [{ course: 'SQL at work', amountPaise: 49_900 }], refunds: [refund] }],
    reviews: [{ comment: 'Mine', editedAt: null }],
    reviewReplies: [],
    reviewReports: [],
    liveRecordings: [],
    notifications: [{ message: 'You are enrolled in SQL at work', readAt: null }],
  })
  expect(answer.body).not.toMatch(/argon2|token/i)
  expect(await auditOf(who.user._id)).toMatchObject([{ action: 'user-exported' }])
})

test('a second step stays after a new password by mail; the operator removes it, with a line in the audit log and a mail', async () => {
  const { makeOwner, addApp, mailsTo } = factorSteps(() => app)
  const user = await makeOwner('admin')
  await addApp(user)
  const { email, _id } = user.user
  const reset = await post(resetPaths.reset, { email, password: newPassword }, await prove(email))
  expect(reset.status).toBe(200)
  // a browser that the account knows would have tries of its own
  expect(reset.setCookie).not.toMatch(/vc_known=[^;]/)
  expect(await login(email, newPassword)).toMatchObject({ status: 403, code: 'second_step_needed' })
  await expect(removeFactorsAsOperator(app.deps, 'no-one@test.example')).rejects.toThrow('This does not exist')
  await removeFactorsAsOperator(app.deps, email)
  expect((await login(email, newPassword)).status).toBe(200)
  expect(await auditOf(_id)).toMatchObject([{ action: 'factors-removed', adminName: '' }])
  expect((await mailsTo(user)).map(({ subject }) => subject)).toContain('The second step of your account was removed')
})

test('a second step goes with a new password by mail where no one had proven the address before', async () => {
  const { makeOwner, addApp } = factorSteps(() => app)
  const stranger = await makeOwner()
  await addApp(stranger)
  const { email, _id } = stranger.user
  await app.deps.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', _id).execute()
  expect((await post(resetPaths.reset, { email, password: newPassword }, await prove(email))).status).toBe(200)
  expect((await login(email, newPassword)).status).toBe(200)
})
