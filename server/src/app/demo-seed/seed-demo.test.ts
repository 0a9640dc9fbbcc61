import { api } from '@virtual-courses/contract'
import { demo, demoPassword } from '@virtual-courses/demo/index'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUpViews } from '#features/learning/add-up-views.ts'
import { balanceOf, checkLedger } from '#features/ledger/index.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { seedDemo } from './seed-demo.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await seedDemo(app.deps)
})
afterAll(() => app.close())

async function signIn(email: string) {
  const { method, path } = api.accounts.login
  const answer = await app.server.inject({ method, url: path, payload: { email, password: demoPassword } })
  return app.callAs(answer.cookies.map((one) => `${one.name}=${one.value}`).join('; '))
}

test('the revenue that the admin sees is what the educators earned and what the students paid', async () => {
  const educators = await Promise.all(
    demo.users.filter(({ role }) => role === 'educator').map(({ email }) => signIn(email)),
  )
  const dashboards = await Promise.all(educators.map((call) => call(api.courses.teaching)))
  const earned = dashboards.reduce((sum, { earning }) => sum + earning, 0)
  const admin = await signIn('admin@demo.example')
  const overview = await admin(api.admin.overview)
  expect(overview.revenue).toBeGreaterThan(50_000)
  expect(overview.revenue).toBe(earned)
  expect(overview.enrolments).toBe(dashboards.reduce((sum, { enrolments }) => sum + enrolments, 0))
  const { rows } = await sql<{ orders: number; unpaid: number }>`
    select count(*)::int as orders, (count(*) filter (where orders.status <> 'paid' or settled_at <> enrolments.created_at))::int as unpaid
    from enrolments join orders on orders.id = order_id and orders.user_id = enrolments.user_id
      and orders.course_id = enrolments.course_id and orders.amount_paise = enrolments.amount_paise`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([{ orders: overview.enrolments, unpaid: 0 }])
})

test('every purchase has its receipt, numbered in the order of the sales, and no mail of it', async () => {
  const { rows } = await sql<{ paid: number; receipts: number; late: number; mails: number }>`
    select count(*)::int as paid, count(invoices.id)::int as receipts,
      (count(*) filter (where invoices.issued_at <> orders.sold_at))::int as late,
      (select count(*)::int from jobs.job where name like '%invoice%' and data ? 'invoiceId') as mails
    from orders left join invoices on invoices.order_id = orders.id
    where orders.amount_paise > 0`.execute(app.deps.db)
  expect(rows).toEqual([{ paid: expect.any(Number), receipts: rows[0]?.paid, late: 0, mails: 0 }])
  const { orders } = await (await signIn('student@demo.example'))(api.orders.list, { query: {} })
  const paid = orders.filter(({ amount }) => amount > 0)
  expect(paid.map(({ invoices }) => invoices.map(({ kind }) => kind))).toEqual(paid.map(() => ['receipt']))
})

test('students had watched before they wrote a review', async () => {
  const { rows } = await sql<{ reviews: number; early: number }>`
    select count(*)::int as reviews, (count(*) filter (where done.first is null or done.first > reviews.created_at))::int as early
    from reviews left join lateral (
      select min(completed_at) as first from lecture_progress join lectures on lectures.id = lecture_id
      where lectures.course_id = reviews.course_id and lecture_progress.user_id = reviews.user_id
    ) as done on true`.execute(app.deps.db)
  expect(rows).toEqual([{ reviews: demo.reviews.length, early: 0 }])
})

test('students read, and save the files of, lectures without a video, in their section', async () => {
  const call = await signIn('student@demo.example')
  const course = (await call(api.courses.published)).find(({ title }) => title.startsWith('Web Development From Zero'))
  const { lectures, sections } = await call(api.lectures.list, { params: { courseId: course?._id ?? '' } })
  expect(sections.map(({ title }) => title)).toEqual([
    'Your first page',
    'How it looks',
    'How it works',
    'Out into the world',
  ])
  const last = lectures.at(-1)
  expect(last).toMatchObject({ videoUrl: '', hasText: true, sectionId: sections.at(-1)?._id })
  const content = await call(api.lectures.content, { params: { lectureId: last?._id ?? '' } })
  expect(content.text).toContain('## 1. Leave the mouse alone')
  expect(content.attachments).toMatchObject([{ name: 'before-you-publish.txt' }])
  const { rows } = await sql<{ type: string }>`select distinct content_type as type from files order by 1`.execute(
    app.deps.db,
  )
  expect(rows.map(({ type }) => type)).toEqual(['text/csv', 'text/markdown', 'text/plain'])
})

test.skipIf(!isWhole)(
  'its sales are in the ledger; a start that was interrupted is begun again, its ledger included',
  async () => {
    const { db } = app.deps
    expect((await checkLedger(db, new Date())).problems).toEqual([])
    const owed = await balanceOf(db, 'educator_payable')
    await db.insertInto('cache_versions').values({ name: 'demo-unfinished' }).execute()
    await seedDemo(app.deps)
    expect((await checkLedger(db, new Date())).problems).toEqual([])
    expect([owed < 0, await balanceOf(db, 'educator_payable')]).toEqual([true, owed])
    await expect(sql`truncate ledger_entries`.execute(db)).rejects.toThrow('append-only')
  },
)

test('educators see how their lectures are watched, once it is added up', async () => {
  await addUpViews(app.deps)
  const call = await signIn('educator@demo.example')
  const course = (await call(api.courses.mine)).find(({ title }) => title.startsWith('Web Development From Zero'))
  const insight = await call(api.insight.course, { params: { courseId: course?._id ?? '' } })
  expect(insight).toMatchObject({ medianSeconds: expect.any(Number), completed: expect.any(Number) })
  const shown = insight.lectures.filter(({ state }) => state === 'shown')
  expect(shown.length).toBeGreaterThan(2)
  const curves = await Promise.all(shown.map(({ _id }) => call(api.insight.lecture, { params: { lectureId: _id } })))
  for (const { retention, watchedShare } of curves) {
    expect(retention.length).toBeGreaterThan(20)
    expect(watchedShare).toBeGreaterThan(0.4)
  }
  expect(curves.some(({ dropOffs }) => dropOffs.length > 0)).toBe(true)
  expect(curves.some(({ rewatched }) => rewatched.length > 0)).toBe(true)
})

test('every video of a lecture has a picture', async () => {
  const call = await signIn('student@demo.example')
  for (const course of await call(api.courses.published)) {
    const { lectures } = await call(api.lectures.list, { params: { courseId: course._id } })
    for (const { lectureTitle, videoUrl, posterUrl } of lectures) {
      if (videoUrl === '') continue
      expect(posterUrl, lectureTitle).toMatch(/^\/api\/media\/images\/[^/]+\/1280\.webp$/)
      expect((await app.server.inject({ url: posterUrl ?? '' })).statusCode, lectureTitle).toBe(200)
    }
  }
})

test('the main student has a certificate that anyone can check, and what led to it', async () => {
  const student = await signIn('student@demo.example')
  const { certificates } = await student(api.certificates.mine)
  const [{ serial } = { serial: '' }] = certificates
  const { certificate } = await app.visitor(api.certificates.read, { params: { serial } })
  expect(certificate).toMatchObject({ state: 'valid', name: 'Aarav Mehta', courseTitle: 'CSS Layout Without Tears' })
  expect(certificate.required.map(({ text }) => text)).toEqual([
    '5 videos watched',
    '1 quiz passed',
    '1 assignment accepted',
  ])
  const credential = await app.server.inject({ url: `/api/certificate/${serial}/credential` })
  expect(credential.body).toContain('eddsa-rdfc-2022')
  const { lectures } = await app.visitor(api.courses.get, { params: { courseId: certificate.courseId ?? '' } })
  const quiz = lectures.find(({ kind }) => kind === 'quiz')
  const { attempts } = await student(api.quizAttempts.page, { params: { lectureId: quiz?._id ?? '' } })
  expect(attempts.map(({ passed }) => passed)).toEqual([true, false])
  // no one is notified of what happened before
  const { rows } = await sql<{ certificates: number; jobs: number }>`
    select (select count(*)::int from certificates) as certificates,
      (select count(*)::int from jobs.job where name like 'announce-%') as jobs`.execute(app.deps.db)
  expect(rows).toEqual([{ certificates: 1, jobs: 0 }])
})

test('a course opens step by step, stops at a question and has an announcement', async () => {
  const call = await signIn('student@demo.example')
  const { courses } = await call(api.learning.overview, { query: {} })
  const { _id: courseId } = courses.find(({ title }) => title.startsWith('Personal Finance')) ?? { _id: '' }
  const { entries, checks } = await call(api.learning.course, { params: { courseId }, query: {} })
  expect(entries.flatMap(({ opening }) => opening?.sentence ?? [])).toEqual([
    'Opens when “Read your salary slip” and 5 more before it are done.',
  ])
  expect(checks).toMatchObject([{ second: 20 }])
  const { announcements } = await call(api.announcements.ofCourse, { params: { courseId }, query: {} })
  expect(announcements.map(({ title }) => title)).toEqual(['A table for your plan'])
})
