import { api, type Course, notificationSubjectNames } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { enqueue } from '#core/jobs.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { unsubscribeToken } from '../settings.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let course: Course
/** Mails that were handed to the mail server; `failing` addresses are refused by it. */
const sent: OutgoingMail[] = []
const failing = new Set<string>()
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  const mail = {
    async send(one: OutgoingMail) {
      if (failing.has(one.to)) throw new Error('the mail server refuses')
      sent.push(one)
    },
  }
  app = await createTestApp({ config: paymentKeys, overrides: { limits, mail } })
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  await deliver()
  sent.length = 0
  failing.clear()
  educator = await app.makeUser('educator', 'Meera Iyer')
  student = await app.makeUser('student', 'Asha Rao')
  course = await makeCourse(educator, { title: 'SQL at work', price: 499 })
})
afterAll(() => app.close())

const events = [
  'announce-enrolment',
  'announce-review',
  'announce-review-reply',
  'announce-lecture',
  'announce-session',
  'announce-session-soon',
]
const mailJobs = ['mail-notifications', 'mail-group-notifications']
async function deliver(): Promise<void> {
  await runJobs(app, ...events)
  await runJobs(app, ...mailJobs)
}
const to = ({ user }: TestUser): OutgoingMail[] => sent.filter((mail) => mail.to === user.email)
const choose = (who: TestUser, subject: (typeof notificationSubjectNames)[number], choice: object) =>
  who.call(api.notifications.saveSetting, { body: { subject, ...choice } })
const settingOf = async (who: TestUser, subject: string) =>
  (await who.call(api.notifications.settings)).settings.find((one) => one.subject === subject)
const shown = async (who: TestUser) => (await who.call(api.notifications.list)).notifications.map(({ kind }) => kind)
const review = (who: TestUser, comment = 'Clear') =>
  who.call(api.reviews.give, { body: { courseId: course._id, rating: 4, comment } })
const end = (payload: object, headers = {}) =>
  app.server.inject({ method: 'POST', url: api.notifications.unsubscribe.path, payload, headers })
const tokenIn = (mail: OutgoingMail | undefined): string =>
  /unsubscribe\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

describe('a purchase', () => {
  test('is mailed to the student as a receipt, once, and not to the educator who has not asked for it', async () => {
    await buy(student, course._id)
    await deliver()
    expect(sent.map((mail) => mail.to)).toEqual([student.user.email])
    const [mail] = to(student)
    expect(mail).toMatchObject({ subject: 'You are enrolled in SQL at work' })
    const order = await sql<{ id: string; payment_id: string }>`
      select id, payment_id from orders where user_id = ${student.user._id}`.execute(app.deps.db)
    for (const part of [
      'Course: SQL at work',
      'Paid: ₹499',
      `Order: ${order.rows[0]?.id}`,
      `Payment: ${order.rows[0]?.payment_id}`,
      `http://localhost:08000/viewlecture/${course._id}`,
    ]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(mail?.text).toMatch(/Date: \d+ \w+/)
    // codes are the only numbers of four digits in mails
    expect(mail?.text).not.toMatch(/\b\d{4}\b/)
    expect(mail?.unsubscribeUrl).toBe(`http://localhost:8000/unsubscribe?token=${tokenIn(mail)}`)
    await deliver()
    expect(sent).toHaveLength(1)
    const rows = await sql<{ params: object }>`
      select params from notification_mails where user_id = ${student.user._id}`.execute(app.deps.db)
    expect(rows.rows).toEqual([{ params: {} }])
  })
  test('without a price says so, and a sale is mailed to an educator who wants it', async () => {
    const free = await makeCourse(educator, { title: 'Free', price: 0 })
    await choose(educator, 'sales', { byMail: true })
    await buy(student, free._id)
    await deliver()
    expect(to(student)[0]?.text).toContain('Paid: nothing, it is free')
    expect(to(educator)[0]?.subject).toBe('Asha Rao enrolled in Free')
  })
})

test('a first review is mailed to the educator, and the reply to its author', async () => {
  await buy(student, course._id)
  await deliver()
  sent.length = 0
  const { _id: reviewId } = await review(student)
  await review(student, 'Changed')
  await deliver()
  expect(sent.map((mail) => [mail.to, mail.subject])).toEqual([
    [educator.user.email, 'Asha Rao reviewed SQL at work: 4 stars'],
  ])
  await educator.call(api.reviews.reply, { params: { reviewId }, body: { text: 'Thank you' } })
  await deliver()
  expect(to(student).map(({ subject }) => subject)).toEqual(['The educator of SQL at work replied to your review'])
})

describe('a name or a title', () => {
  test('is escaped, in one line, no header and no link', async () => {
    const evil = await makeCourse(educator, {
      title: '<script>alert(1)</script> http://evil.test & "more"',
      price: 0,
    })
    await sql`update courses set title = ${'A\r\nBcc: victim@test.example\r\n\r\n<b>B</b> https://evil.test'} where id = ${evil._id}`.execute(
      app.deps.db,
    )
    await buy(student, evil._id)
    await deliver()
    const [mail] = to(student)
    expect(mail?.subject).toBe('You are enrolled in A Bcc: victim@test.example <b>B</b> https://evil.test')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.html).not.toMatch(/https:\/\/evil|evil\.test/)
    expect(mail?.text).not.toMatch(/https:\/\/evil|evil\.test/)
    expect(mail?.html.match(/href="[^"]*"/g)?.every((link) => link.startsWith('href="http://localhost:08000/'))).toBe(
      true,
    )
  })
  test('from right to left turns nothing around it, also where a subject ends within it', async () => {
    await sql`update courses set title = ${'اردو!'} where id = ${course._id}`.execute(app.deps.db)
    await buy(student, course._id)
    await deliver()
    const [mail] = to(student)
    expect(mail?.subject).toBe('You are enrolled in \u2068اردو!\u2069')
    expect(mail?.text).toContain('Course: \u2068اردو!\u2069\n')
    // the sentence is English, whatever its first letter is
    expect(mail?.html).not.toContain('<p dir="auto"')
    sent.length = 0
    const other = await app.makeUser()
    await sql`update courses set title = ${'اردو '.repeat(60)} where id = ${course._id}`.execute(app.deps.db)
    await buy(other, course._id)
    await deliver()
    expect(to(other)[0]?.subject).toMatch(/^You are enrolled in \u2068[اردو ]+\u2069…$/)
    expect(to(other)[0]?.subject.length).toBeLessThanOrEqual(150)
  })
  test('may be endless', async () => {
    await sql`update courses set title = ${'😀'.repeat(200)} where id = ${course._id}`.execute(app.deps.db)
    await buy(student, course._id)
    await deliver()
    expect(to(student)[0]?.subject.length).toBeLessThanOrEqual(150)
  })
})

describe('sending', () => {
  test('that fails for one reader is retried for this one alone', async () => {
    const other = await app.makeUser()
    for (const one of [student, other]) await buy(one, course._id)
    await runJobs(app, ...events)
    failing.add(student.user.email)
    const jobs = await sql<{ name: string; data: object }>`
      select name, data from jobs.job where name = 'mail-notifications' and state = 'created'`.execute(app.deps.db)
    expect(jobs.rows).toHaveLength(2)
    for (let time = 0; time < 2; time++) await runJobs(app, ...mailJobs).catch(() => {})
    failing.clear()
    const { mailNotifications } = await import('../own-jobs.ts')
    const key = `enrolled ${course._id}`
    for (let time = 0; time < 2; time++) {
      const userIds = [student.user._id, other.user._id]
      await enqueue(app.deps.db, mailNotifications, { key, userIds })
      await enqueue(app.deps.db, mailNotifications, { key, userIds })
      await runJobs(app, ...mailJobs)
    }
    expect([to(student).length, to(other).length]).toEqual([1, 1])
  })
  test.each([
    ['suspended', 'update users set suspended_at = now() where id ='],
    ['deleted', 'update users set deleted_at = now() where id ='],
  ])('does not reach the %s, before or after the event', async (_name, statement) => {
    await buy(student, course._id)
    await runJobs(app, ...events)
    await sql`${sql.raw(statement)} ${student.user._id}`.execute(app.deps.db)
    await runJobs(app, ...mailJobs)
    await sql`${sql.raw(statement)} ${educator.user._id}`.execute(app.deps.db)
    const late = await app.makeUser()
    await buy(late, course._id)
    await review(late)
    await deliver()
    expect(sent.map((mail) => mail.to)).toEqual([late.user.email])
  })
  test('goes to the address that the reader has now, and not to one who has turned it off since', async () => {
    await buy(student, course._id)
    await runJobs(app, ...events)
    await sql`update users set email = 'moved-now@test.example' where id = ${student.user._id}`.execute(app.deps.db)
    await runJobs(app, ...mailJobs)
    expect(sent.map((mail) => mail.to)).toEqual(['moved-now@test.example'])
    await review(student)
    await runJobs(app, ...events)
    await choose(educator, 'reviews', { byMail: false })
    await runJobs(app, ...mailJobs)
    expect(sent).toHaveLength(1)
  })
  test('is bounded: an educator gets fifty mails of reviews a day', async () => {
    const { insertMails } = await import('./mail-queries.ts')
    const { transact } = await import('#core/transact.ts')
    const params = { courseId: course._id, course: 'X', student: 'Y', stars: 1 }
    const limit = { topic: 'reviews', most: 50, since: new Date(app.clock.ms - 86_400_000) }
    let stored = 0
    for (let number = 0; number < 55; number++)
      stored += (
        await transact(app.deps.db, (tx) =>
          insertMails(
            tx,
            {
              eventKey: `review ${number}`,
              content: { kind: 'course-reviewed', params },
              createdAt: new Date(app.clock.ms),
            },
            [educator.user._id],
            limit,
          ),
        )
      ).length
    expect(stored).toBe(50)
  })
})

describe('settings', () => {
  test('start with sensible defaults, and are changed one by one', async () => {
    const { settings } = await student.call(api.notifications.settings)
    expect(settings.map(({ subject }) => subject)).toEqual(notificationSubjectNames)
    expect(settings.filter(({ byMail }) => byMail).map(({ subject }) => subject)).toEqual([
      'purchases',
      'announcements',
      'live-soon',
      'replies',
      'answers',
      'certificates',
      'question-answers',
      'reviews',
      'questions',
      'payouts',
    ])
    expect((await choose(student, 'lectures', { byMail: true })).setting).toEqual({
      subject: 'lectures',
      inApp: true,
      byMail: true,
    })
    await Promise.all([choose(student, 'lectures', { inApp: false }), choose(student, 'lectures', { byMail: false })])
    expect(await settingOf(student, 'lectures')).toEqual({ subject: 'lectures', inApp: false, byMail: false })
    expect(await settingOf(educator, 'lectures')).toMatchObject({ inApp: true })
  })
  test('decide what comes in the app and what by mail', async () => {
    await choose(student, 'purchases', { inApp: false })
    await choose(student, 'lectures', { inApp: false, byMail: true })
    await buy(student, course._id)
    await educator.call(api.lectures.create, { params: { courseId: course._id }, body: { lectureTitle: 'Joins' } })
    await deliver()
    expect(await shown(student)).toEqual([])
    expect(
      to(student)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(['New lecture in SQL at work: Joins', 'You are enrolled in SQL at work'])
    await choose(educator, 'sales', { inApp: false })
    const other = await app.makeUser()
    await choose(other, 'purchases', { byMail: false })
    await buy(other, course._id)
    await deliver()
    expect([await shown(other), to(other)]).toEqual([['student-enrolled'], []])
    expect(await shown(educator)).toEqual(['student-enrolled'])
  })
  test('many new lectures are three mails a day', async () => {
    await choose(student, 'lectures', { byMail: true })
    await buy(student, course._id)
    for (let number = 0; number < 6; number++)
      await educator.call(api.lectures.create, {
        params: { courseId: course._id },
        body: { lectureTitle: `Part ${number}` },
      })
    await deliver()
    expect(to(student).filter(({ subject }) => subject.startsWith('New lecture'))).toHaveLength(3)
  })
  test.each<[string, unknown]>([
    ['no subject', { byMail: true }],
    ['an unknown subject', { subject: 'passwords', byMail: false }],
    ['a list', { subject: ['reviews'], byMail: true }],
    ['a text', { subject: 'reviews', byMail: 'yes' }],
    ['a prototype', { subject: '__proto__', byMail: true }],
    ['nothing', null],
  ])('refuse %s', async (_name, body) => {
    await expectProblem(student.call(api.notifications.saveSetting, { body: body as never }), 400, 'invalid_input')
  })
  test('are for users alone, limited, exported, and deleted with the account', async () => {
    await expectProblem(app.visitor(api.notifications.settings), 401, 'unauthenticated')
    const all = await Promise.all(
      Array.from({ length: 125 }, () =>
        choose(student, 'live', { inApp: false }).then(
          () => 200,
          (error) => error.status,
        ),
      ),
    )
    expect(all.filter((status) => status === 429)).toHaveLength(5)
    await buy(student, course._id)
    await deliver()
    const url = api.ownAccount.exportData.path
    const data = (await app.server.inject({ url, headers: { cookie: student.cookie } })).json()
    expect(data.notificationSettings).toEqual([{ subject: 'live', inApp: false, byMail: false }])
    expect(data.notificationMails).toEqual([
      { kind: 'student-enrolled', at: expect.any(String), sentAt: expect.any(String) },
    ])
    await student.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE', current: 'correct horse battery' } })
    for (const table of ['notification_settings', 'notification_mails'] as const)
      expect(
        await app.deps.db.selectFrom(table).select('user_id').where('user_id', '=', student.user._id).execute(),
      ).toEqual([])
  })
  test('a mail that waits loses the name of a student who was deleted', async () => {
    await buy(student, course._id)
    await review(student)
    await runJobs(app, ...events)
    await student.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE', current: 'correct horse battery' } })
    await deliver()
    expect(to(educator).map(({ subject }) => subject)).toEqual(['Deleted user reviewed SQL at work: 4 stars'])
  })
})

describe('a link to unsubscribe', () => {
  const tokenOf = (who: TestUser, subject: 'reviews' | 'purchases' = 'purchases') =>
    unsubscribeToken(app.deps.codeSecret, who.user._id, subject)
  test('of a mail ends mails of its subject without a sign-in, as often as it is used, after a new address too', async () => {
    await buy(student, course._id)
    await deliver()
    const [mail] = to(student)
    await sql`update users set email = 'moved@test.example' where id = ${student.user._id}`.execute(app.deps.db)
    for (let time = 0; time < 2; time++) expect((await end({ token: tokenIn(mail) })).statusCode).toBe(200)
    expect(await settingOf(student, 'purchases')).toMatchObject({ byMail: false, inApp: true })
    expect(await settingOf(student, 'replies')).toMatchObject({ byMail: true })
    expect((await end({ token: tokenIn(mail), all: true })).statusCode).toBe(200)
    const { settings } = await student.call(api.notifications.settings)
    expect(settings.filter(({ byMail }) => byMail)).toEqual([])
  })
  test('says nothing of the account: the same for one that is deleted or never was', async () => {
    const replies = []
    for (const userId of [student.user._id, 'someone-who-never-was'])
      replies.push(await end({ token: unsubscribeToken(app.deps.codeSecret, userId, 'reviews') }))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(replies[0]?.body).toBe(replies[1]?.body)
    await student.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE', current: 'correct horse battery' } })
    expect((await end({ token: tokenOf(student), all: true })).statusCode).toBe(200)
    const rows = app.deps.db.selectFrom('notification_settings').selectAll().where('user_id', '=', student.user._id)
    expect(await rows.execute()).toEqual([])
  })
  test('cannot be made up or altered', async () => {
    const [user, , signature] = tokenOf(student).split('.')
    for (const token of [
      '',
      'x',
      '..',
      `${user}.purchases`,
      `${user}.purchases.`,
      `${user}.reviews.${signature}`,
      `${educator.user._id}.purchases.${signature}`,
      `${user}.purchases.${signature}0`,
      `${user}.purchases.${signature?.slice(1)}`,
      `${user}.purchases.${signature}.x`,
      `${user}.purchases.${'0'.repeat(32)}`,
      `${user}.constructor.${signature}`,
      `${user}.purchases.${'é'.repeat(16)}`,
    ]) {
      const answer = await end({ token })
      expect([token, answer.statusCode, answer.json().code]).toEqual([token, 401, 'bad_signature'])
    }
    for (const body of [{}, { token: 7 }, { token: 'x'.repeat(300) }, { token: tokenOf(student), all: 'yes' }])
      expect((await end(body)).statusCode).toBe(400)
    expect(await settingOf(student, 'purchases')).toMatchObject({ byMail: true })
  })
  test('is not for pages of other sites, and limited by client', async () => {
    const foreign = await end({ token: tokenOf(student) }, { origin: 'https://evil.test' })
    expect(foreign.statusCode).toBe(403)
    const flood = await Promise.all(Array.from({ length: 1010 }, () => end({ token: 'x' })))
    const limited = flood.filter(({ statusCode }) => statusCode === 429)
    expect(limited).toHaveLength(10)
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
