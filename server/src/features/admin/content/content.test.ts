import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { refreshFigures } from '../get-overview.ts'
import { deleteOldErrors } from '../record-error.ts'

let app: TestApp
let admin: TestUser
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin', 'Head Admin')
  educator = await app.makeUser('educator', 'Meera Iyer')
})
afterAll(() => app.close())

const newest = async () => (await admin.call(api.admin.audit, { query: { limit: 1 } })).entries[0]
const edit = (courseId: string, body: object) => educator.call(api.courses.edit, { params: { courseId }, body })
const titles = async () => (await admin.call(api.courses.published)).map(({ title }) => title)
const messagesOf = async (who: TestUser) =>
  (await who.call(api.notifications.list)).notifications.map(({ message }) => message)

describe('a course that is taken off the list', () => {
  test('is gone for the public, stays with its students, and comes back as it was', async () => {
    const course = await makeCourse(educator, { title: 'Odd promises', price: 0 })
    const student = await app.makeUser()
    await buy(student, course._id)
    const at = { params: { courseId: course._id } }
    const taken = await admin.call(api.admin.unlist, { ...at, body: { reason: 'Promises a job' } })
    expect(taken.course).toMatchObject({ unlisted: true, isPublished: false, reason: 'Promises a job' })
    expect(await titles()).not.toContain('Odd promises')
    await expectProblem(app.visitor(api.courses.get, at), 404, 'not_found')
    expect((await student.call(api.courses.get, at)).title).toBe('Odd promises')
    await expectProblem(edit(course._id, { isPublished: 'true' }), 403, 'unlisted')
    await expectProblem(educator.call(api.courses.duplicate, at), 403, 'unlisted')
    expect((await edit(course._id, { subTitle: 'Better', isPublished: 'false' })).subTitle).toBe('Better')
    await runJobs(app, 'announce-listing')
    expect(await messagesOf(educator)).toContain('An administrator took Odd promises off the list: Promises a job')
    const unlisted = await admin.call(api.admin.courses, { query: { state: 'unlisted', text: 'meera' } })
    expect(unlisted.courses.map(({ title }) => title)).toEqual(['Odd promises'])

    const back = await admin.call(api.admin.relist, at)
    expect(back).toMatchObject({
      message: 'Course relisted',
      course: { isPublished: true, unlisted: false },
    })
    expect(await titles()).toContain('Odd promises')
    await runJobs(app, 'announce-listing')
    expect(await messagesOf(educator)).toContain('An administrator put Odd promises back')
    expect(await newest()).toMatchObject({ action: 'course-restored', subject: 'Odd promises' })
    expect((await admin.call(api.admin.relist, at)).message).toBe('This course was not unlisted')
  })

  test('comes back as a draft where it was one, or can be sold no more', async () => {
    const draft = await makeCourse(educator, { published: false })
    const spoiled = await makeCourse(educator)
    for (const { _id } of [draft, spoiled])
      await admin.call(api.admin.unlist, { params: { courseId: _id }, body: { reason: 'x' } })
    await edit(spoiled._id, { price: '' })
    for (const { _id } of [draft, spoiled]) {
      const { course, message } = await admin.call(api.admin.relist, { params: { courseId: _id } })
      expect([course.isPublished, message]).toEqual([false, 'Course is back as a draft'])
    }
  })
})

test('the author of a deleted review is notified, and numbers are right at once', async () => {
  const course = await makeCourse(educator, { title: 'Rated', price: 0 })
  const students = await Promise.all([app.makeUser(), app.makeUser()])
  for (const [index, student] of students.entries()) {
    await buy(student, course._id)
    const body = { courseId: course._id, rating: index === 0 ? 5 : 1, comment: `number ${index} 100%` }
    await student.call(api.reviews.give, { body })
  }
  const found = await admin.call(api.admin.reviews, { query: { text: 'number 1 100%', rating: 1 } })
  expect(found).toMatchObject({ total: 1, reviews: [{ courseTitle: 'Rated', rating: 1 }] })
  const id = found.reviews[0]?._id ?? ''
  const remove = () => admin.call(api.admin.removeReview, { params: { reviewId: id }, body: { reason: 'Insults' } })
  const outcomes = await Promise.allSettled([remove(), remove()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const shown = await app.visitor(api.courses.get, { params: { courseId: course._id } })
  expect(shown).toMatchObject({ averageRating: 5, reviewCount: 1 })
  const card = (await admin.call(api.courses.published)).find(({ _id }) => _id === course._id)
  expect(card).toMatchObject({ averageRating: 5, reviewCount: 1 })
  expect((await app.visitor(api.reviews.all, { query: {} })).map(({ comment }) => comment)).not.toContain(
    'number 1 100%',
  )
  await runJobs(app, 'announce-review-removal')
  expect(await messagesOf(students[1] ?? admin)).toContain('An administrator removed your review of Rated: Insults')
  expect(await newest()).toMatchObject({ action: 'review-removed', detail: 'Review with 1 star removed: Insults' })
})

describe('settings', () => {
  test('hold at once, fall back to the environment, and are written down', async () => {
    const before = await admin.call(api.admin.settings)
    expect(before).toMatchObject({ changed: [], settings: { siteName: 'Virtual Courses', livePeople: 6 } })
    const body = { siteName: 'Learn & Co', supportAddress: 'help@test.example', livePeople: 4 }
    await admin.call(api.admin.saveSettings, { body })
    expect(app.deps.settings.current()).toMatchObject(body)
    expect((await newest())?.detail).toContain('site name from “Virtual Courses” to “Learn & Co”')
    await admin.call(api.admin.saveSettings, { body: { siteName: 'Virtual Courses', livePeople: 6 } })
    expect((await admin.call(api.admin.settings)).changed).toEqual(['supportAddress'])
    const again = await admin.call(api.admin.saveSettings, { body: { livePeople: 6 } })
    expect(again.message).toBe('Nothing has changed')
    await admin.call(api.admin.saveSettings, { body: { supportAddress: '' } })
  })

  test('are used in mails', async () => {
    await admin.call(api.admin.saveSettings, { body: { siteName: 'Learn <b>& Co' } })
    await app.server.inject({ method: 'POST', url: api.accounts.sendOtp.path, payload: { email: admin.user.email } })
    await runJobs(app, 'deliver-password-code')
    const [mail] = (await app.deps.mail.outbox?.newest()) ?? []
    expect(mail?.subject).toBe('Your code for Learn <b>& Co')
    expect(mail?.html).toContain('Learn &lt;b&gt;&amp; Co')
    await admin.call(api.admin.saveSettings, { body: { siteName: 'Virtual Courses' } })
  })

  test('reach another process on the same database', async ({ skip }) => {
    if (!app.database.url) return skip('the embedded database serves one process')
    const other = await createTestApp({ beside: app.database })
    await admin.call(api.admin.saveSettings, { body: { livePeople: 3 } })
    await expect.poll(() => other.deps.settings.current().livePeople, { timeout: 5000 }).toBe(3)
    await admin.call(api.admin.saveSettings, { body: { livePeople: 6 } })
    await other.close()
  })

  test.each([
    ['reactjs = react\n\n# a note\nml, ai > python, statistics', null],
    ['reactjs', 1],
    ['a = b\nc =', 2],
    ['= b', 1],
    ['a, b = c', 1],
    ['a = b = c', 1],
    ['a = b,,c', 1],
    [`a = ${'b'.repeat(600)}`, 1],
  ])('a lexicon %j', async (lexicon, line) => {
    const saved = admin.call(api.admin.saveSettings, { body: { lexicon } })
    if (line === null) await saved
    else expect((await expectProblem(saved, 400, 'wrong_lexicon')).message).toContain(`Line ${line}`)
  })

  test('of the seller must fit together before invoices use them', async () => {
    const save = (body: object) => admin.call(api.admin.saveSettings, { body })
    const sellerGstin = '29AAGCB7383J1Z4'
    const whole = { sellerGstin, sellerState: '29', sellerName: 'Gyaan', sellerAddress: '12 MG Road' }
    for (const missing of ['sellerState', 'sellerName', 'sellerAddress'])
      await expectProblem(save({ ...whole, [missing]: '' }), 400, 'wrong_seller')
    const { message } = await expectProblem(save({ ...whole, sellerState: '27' }), 400, 'wrong_seller')
    expect(message).toContain('another state')
    await save({ ...whole, sellerGstin: ' 29aagcb7383j1z4 ' })
    expect(app.deps.settings.current()).toMatchObject(whole)
    await expectProblem(save({ sellerState: '27' }), 400, 'wrong_seller')
    await expectProblem(save({ language: 'tlh' }), 400, 'invalid_input')
    await save({ sellerGstin: '', sellerState: '', sellerName: '', sellerAddress: '' })
  })

  test.each([
    { sellerGstin: '29AAGCB7383J1Z5' },
    { sellerState: '28' },
    { gstPercent: 41 },
    { gstPercent: 0.001 },
    { serviceCode: '99a' },
    { serviceCode: '' },
    { invoiceSeries: '' },
    { invoiceSeries: 'vc' },
    { invoiceSeries: 'ABCD' },
    { invoiceSeries: 'A/B' },
    { platformFeePercent: 91 },
    { refundDays: 1.5 },
    { refundWatchedPercent: -1 },
  ])('refuse %j', async (body) => {
    await expectProblem(admin.call(api.admin.saveSettings, { body }), 400, 'invalid_input')
  })

  test('of a language model are tried out, and not too often', async () => {
    const ask = (aiProvider: 'none' | 'google') => admin.call(api.admin.testAi, { body: { aiProvider, aiModel: 'x' } })
    expect(await ask('none')).toMatchObject({ ok: true })
    const refused = await ask('google')
    expect(refused).toMatchObject({ ok: false, message: 'AI_API_KEY is not set: the key of the provider' })
    for (let count = 0; count < 8; count++) await ask('none')
    await expectProblem(ask('none'), 429, 'rate_limited')
  })
})

describe('the audit log', () => {
  test('cannot be changed or emptied', async () => {
    await admin.call(api.admin.saveSettings, { body: { livePeople: 5 } })
    const { db } = app.deps
    await expect(sql`update audit_log set detail = ''`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only')
  })
  test('is filtered by act, admin and words', async () => {
    const second = await app.makeUser('admin', 'Second Admin')
    const victim = await app.makeUser('student', 'Vic_tim')
    await second.call(api.admin.suspend, { params: { userId: victim.user._id }, body: { reason: '50% off' } })
    const find = async (query: object) =>
      (await admin.call(api.admin.audit, { query })).entries.map(({ subject }) => subject)
    expect(await find({ adminId: second.user._id })).toEqual(['Vic_tim'])
    expect(await find({ text: 'c_t' })).toEqual(['Vic_tim'])
    expect(await find({ text: '50%' })).toEqual(['Vic_tim'])
    expect(await find({ action: 'user-deleted' })).toEqual([])
    const { admins } = await admin.call(api.admin.audit)
    expect(admins.map(({ name }) => name)).toEqual(['Head Admin', 'Second Admin'])
  })
})

test('faults are forgotten after a month', async () => {
  const { db } = app.deps
  const fault = { request_id: 'r', method: 'GET', path: '/', message: 'x' }
  const ages = { old: 31, young: 29 }
  for (const [id, days] of Object.entries(ages))
    await db
      .insertInto('error_events')
      .values({ ...fault, id, at: new Date(app.clock.ms - days * 24 * 3600 * 1000) })
      .execute()
  await deleteOldErrors(app.deps)
  expect(await db.selectFrom('error_events').select('id').execute()).toEqual([{ id: 'young' }])
  await db.deleteFrom('error_events').execute()
})

test('a large site shows totals that a job counted, with their time', async () => {
  const { db, clock, config } = app.deps
  const overview = () => admin.call(api.admin.overview)
  const before = await overview()
  await sql`update pg_class set reltuples = 1000000 where oid = 'enrolments'::regclass`.execute(db)
  await refreshFigures({ db, clock, config })
  const { countedAt } = await overview()
  const course = await makeCourse(educator, { price: 0 })
  await buy(await app.makeUser(), course._id)
  expect(await overview()).toMatchObject({ enrolments: before.enrolments, countedAt })

  app.clock.ms += 10 * 60_000
  expect((await overview()).countedAt).toBe(countedAt)
  // the job may have run already: reading old figures has enqueued it
  await refreshFigures({ db, clock, config })
  const fresh = await overview()
  expect([fresh.enrolments, fresh.countedAt > countedAt]).toEqual([before.enrolments + 1, true])
  await sql`update pg_class set reltuples = 0 where oid = 'enrolments'::regclass`.execute(db)
})

test('the overview counts, and shows faults without what was sent', async () => {
  const before = await admin.call(api.admin.overview)
  const course = await makeCourse(educator, { price: 199.5 })
  const student = await app.makeUser()
  await buy(student, course._id)
  const after = await admin.call(api.admin.overview)
  expect(after.users.student).toBe(before.users.student + 1)
  expect(after.courses.published).toBe(before.courses.published + 1)
  expect([after.enrolments - before.enrolments, after.revenue - before.revenue]).toEqual([1, 199.5])
  expect(after.days).toHaveLength(30)
  const today = after.days.at(-1)
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(app.clock.ms))
  expect(today).toEqual({ day: local, enrolments: after.enrolments, revenue: after.revenue })

  await sql`alter table wishlist_items rename to hidden_items`.execute(app.deps.db)
  const url = `${api.wishlist.list.path}?secret=hunter2`
  const failed = await app.server.inject({ url, headers: { cookie: student.cookie } })
  await sql`alter table hidden_items rename to wishlist_items`.execute(app.deps.db)
  expect(failed.statusCode).toBe(500)
  const shown = async () => (await admin.call(api.admin.overview)).errors[0]
  await expect.poll(async () => (await shown())?.requestId).toBe(failed.json().requestId)
  expect(await shown()).toMatchObject({
    method: 'GET',
    path: api.wishlist.list.path,
    message: 'error 42P01: relation … does not exist',
  })
  expect(JSON.stringify(await shown())).not.toContain('hunter2')
})
