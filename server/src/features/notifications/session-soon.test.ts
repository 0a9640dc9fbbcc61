import { api, type Course } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '#core/jobs.ts'
import type { OutgoingMail } from '#ports/mail.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy } from '#test/support/sales/pay.ts'
import { findSoonSessions, sessionSoon } from './own-jobs.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let course: Course
let lectureId: string
const sent: OutgoingMail[] = []
const minutes = 60_000
beforeAll(async () => {
  app = await createTestApp({ overrides: { mail: { send: async (one) => void sent.push(one) } } })
})
beforeEach(async () => {
  educator = await app.makeUser('educator')
  student = await app.makeUser()
  course = await makeCourse(educator, { title: 'SQL', price: 0 })
  lectureId = (await makeLecture(educator, course._id, 'Joins, live'))._id
  await buy(student, course._id)
  await settle()
  sent.length = 0
})
afterAll(() => app.close())

const settle = () =>
  runJobs(app, 'announce-enrolment', 'announce-session', 'mail-notifications', 'mail-group-notifications')
const schedule = async (inMinutes: number) => {
  const liveStartTime = new Date(Math.ceil(app.clock.ms / minutes) * minutes + inMinutes * minutes).toISOString()
  await educator.call(api.live.schedule, { params: { lectureId }, body: { liveStartTime } })
  await runJobs(app, 'announce-session')
  return liveStartTime
}
/** What a minute of the clock does, in as many processes. */
async function tick(processes = 1): Promise<void> {
  for (let one = 0; one < processes; one++) await enqueue(app.deps.db, findSoonSessions, {})
  await runJobs(app, 'find-soon-sessions')
}
const announce = () => runJobs(app, 'announce-session-soon')
const mail = () => runJobs(app, 'mail-group-notifications')
async function pass(processes = 1): Promise<void> {
  await tick(processes)
  await announce()
  await mail()
}
const shown = async () => (await student.call(api.notifications.list)).notifications.map(({ message }) => message)

describe('a live session', () => {
  test('is mailed to its students half an hour before, once, whatever looks or runs twice', async () => {
    const startTime = await schedule(45)
    await pass()
    expect(sent).toEqual([])
    app.clock.ms += 20 * minutes
    await pass(3)
    await pass()
    await enqueue(app.deps.db, sessionSoon, { lectureId, startTime })
    await pass()
    expect(sent.map(({ to }) => to)).toEqual([student.user.email])
    expect(sent[0]?.subject).toMatch(/^Joins, live begins at \d+:\d\d [ap]m/)
    expect(sent[0]?.text).toContain(`/live/${lectureId}`)
    expect(sent[0]?.text).not.toMatch(/\b\d{4}\b/)
    // in the app only for those who ask for it
    expect((await shown()).filter((message) => message.includes('begins at'))).toEqual([])
  })
  test('comes in the app as well for those who want it, and not by mail for those who do not', async () => {
    await student.call(api.notifications.saveSetting, { body: { subject: 'live-soon', inApp: true, byMail: false } })
    await schedule(10)
    await pass()
    expect(sent).toEqual([])
    expect((await shown())[0]).toMatch(/^Joins, live begins at/)
  })
  test('that is moved is mailed for its new time, and not for the old one', async () => {
    await schedule(20)
    await tick()
    await schedule(300)
    await announce()
    await mail()
    expect(sent).toEqual([])
    app.clock.ms += 280 * minutes
    await pass()
    expect(sent).toHaveLength(1)
  })
  test('that is cancelled, or has begun, while the mail waits is not mailed', async () => {
    await schedule(20)
    await tick()
    await announce()
    await educator.call(api.live.schedule, { params: { lectureId }, body: { liveStartTime: null } })
    await mail()
    await schedule(25)
    await tick()
    await announce()
    app.clock.ms += 30 * minutes
    await mail()
    await pass()
    expect(sent).toEqual([])
  })
  test('without students, or long past, is not noted', async () => {
    const empty = await makeCourse(educator, { price: 0 })
    const { _id } = await makeLecture(educator, empty._id)
    const liveStartTime = new Date(app.clock.ms + 10 * minutes).toISOString()
    await educator.call(api.live.schedule, { params: { lectureId: _id }, body: { liveStartTime } })
    await tick()
    const noted = app.deps.db.selectFrom('session_reminders').select('lecture_id').where('lecture_id', '=', _id)
    expect(await noted.execute()).toEqual([])
  })
})

test('sessions of ever more courses do not flood a mailbox: a student gets fifty such mails a day', async () => {
  // of other courses, each a topic of its own
  const mailed = (count: number) =>
    sql`insert into notification_mails (user_id, event_key, topic, kind, params, created_at, sent_at)
      select ${student.user._id}, 'soon other-' || number, 'soon other-' || number, 'session-soon', '{}', ${new Date(app.clock.ms)}, now()
      from generate_series(1, ${count}::int) as number on conflict do nothing`.execute(app.deps.db)
  await mailed(49)
  await schedule(20)
  await pass()
  expect(sent).toHaveLength(1)
  await schedule(25)
  await pass()
  expect(sent).toHaveLength(1)
})

test('many students are mailed in batches, each once, also when the work breaks off and begins again', async () => {
  await sql`insert into users (id, name, email, role, created_at)
    select 'many-' || number, 'Student', 'many-' || number || '@test.example', 'student', now()
    from generate_series(1, 250) as number`.execute(app.deps.db)
  await sql`insert into enrolments (user_id, course_id, amount_paise, created_at)
    select id, ${course._id}, 0, now() from users where id like 'many-%'`.execute(app.deps.db)
  const startTime = await schedule(20)
  await tick()
  await announce()
  const jobs = await sql<{ size: number }>`
    select jsonb_array_length(data->'userIds') as size from jobs.job
    where name = 'mail-group-notifications' and state = 'created' and data->>'key' like 'soon %'`.execute(app.deps.db)
  expect(jobs.rows.length).toBeGreaterThanOrEqual(5)
  expect(Math.max(...jobs.rows.map(({ size }) => size))).toBeLessThanOrEqual(50)
  await enqueue(app.deps.db, sessionSoon, { lectureId, startTime })
  await announce()
  await mail()
  await mail()
  expect(sent).toHaveLength(251)
  expect(new Set(sent.map(({ to }) => to)).size).toBe(251)
})
