import { ApiError, api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { newKey } from '#test/support/questions.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { notifyAnnouncementMade } from '../notifications/notify-announcements.ts'
import { findNextStudents, noteNotified } from './index.ts'

/** A course with more students than one job notifies. */
const crowd = 2345
let app: TestApp
let educator: TestUser
let courseId: string
let announcementId: string
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
  await sql`
    insert into users (id, name, email, role, created_at)
    select 'crowd-' || at, 'Student', 'crowd-' || at || '@test.example', 'student', now()
    from generate_series(1, ${crowd}::int) as at`.execute(app.deps.db)
})
beforeEach(async () => {
  courseId = (await makeCourse(educator))._id
  // some enrolled in the same moment
  await sql`
    insert into enrolments (user_id, course_id, amount_paise, created_at)
    select 'crowd-' || at, ${courseId}, 0, ${new Date(app.clock.ms - 10_000)}::timestamptz + (at / 10) * interval '1 microsecond'
    from generate_series(1, ${crowd}::int) as at`.execute(app.deps.db)
  // as autovacuum does in time: plans for empty tables take many times as long
  await sql`analyze`.execute(app.deps.db)
  announcementId = await make(courseId)
})
afterAll(() => app.close())

const make = async (course: string, key = newKey()) => {
  const body = { key, title: 'Hello', text: 'Everyone' }
  return (await educator.call(api.announcements.make, { params: { courseId: course }, body })).announcement._id
}
const count = async () => {
  const { rows } = await sql<{ users: number; rows: number }>`
    select count(distinct user_id)::int as users, count(*)::int as rows from notifications
    where params ->> 'announcementId' = ${announcementId}`.execute(app.deps.db)
  return rows[0]
}
const jobs = () => runJobs(app, 'announce-to-students')
const sent = async () => (await educator.call(api.announcements.read, { params: { announcementId } })).announcement.sent

test('a crowd is notified in several jobs, each student once, whatever runs twice', async () => {
  expect(await jobs()).toHaveLength(1)
  expect(await sent()).toEqual({ students: crowd, notified: 2000, done: false })
  // two processes run the same job, which was ended and is tried again
  await Promise.all([1, 2].map(() => notifyAnnouncementMade(app.deps, announcementId)))
  while ((await jobs()).length > 0);
  await notifyAnnouncementMade(app.deps, announcementId)
  expect(await sent()).toEqual({ students: crowd, notified: crowd, done: true })
  expect(await count()).toEqual({ users: crowd, rows: crowd })
  // a mail for each of them waits in the jobs of its batch, once
  const { rows } = await sql<{ users: number; rows: number }>`
    select count(distinct user_id.value)::int as users, count(*)::int as rows
    from jobs.job, jsonb_array_elements_text(data::jsonb -> 'userIds') as user_id
    where name = 'mail-group-notifications' and data ->> 'key' = ${`announcement ${announcementId}`}`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([{ users: crowd, rows: crowd }])
})

test('a batch whose end was not noted is done again, and no one gets it twice', async () => {
  const { db } = app.deps
  await jobs()
  const next = await findNextStudents(db, announcementId, 100)
  if (!next) throw new Error('no one is left')
  await notifyAnnouncementMade(app.deps, announcementId)
  // a slower process notes an older batch
  await transact(db, (tx) => noteNotified(tx, announcementId, next, null))
  expect(await sent()).toEqual({ students: crowd, notified: crowd, done: true })
  await sql`update announcements set sent_at = null, notified = 0, last_student_id = '', last_enrolled_at = null
    where id = ${announcementId}`.execute(db)
  await notifyAnnouncementMade(app.deps, announcementId)
  while ((await jobs()).length > 0);
  expect(await count()).toEqual({ users: crowd, rows: crowd })
})

test('one that is deleted or edited while it is sent ends without a notification of what it was', async () => {
  const { db } = app.deps
  await jobs()
  const { _id } = (await educator.call(api.announcements.read, { params: { announcementId } })).announcement
  await educator.call(api.announcements.edit, { params: { announcementId: _id }, body: { title: 'Other', text: 'x' } })
  while ((await jobs()).length > 0);
  await runJobs(app, 'change-about-announcement')
  const { rows } = await sql<{ title: string; rows: number }>`
    select params ->> 'title' as title, count(*)::int as rows from notifications
    where params ->> 'announcementId' = ${_id} group by 1`.execute(db)
  expect(rows).toEqual([{ title: 'Other', rows: crowd }])
  await educator.call(api.announcements.remove, { params: { announcementId: _id } })
  // a batch that began before it was deleted
  await sql`insert into notifications (id, user_id, event_key, kind, params, created_at)
    select ${newId()}::text, 'crowd-1', 'late', 'announcement', jsonb_build_object('announcementId', ${_id}::text, 'title', 'Other'), now()`.execute(
    db,
  )
  expect(await transact(db, (tx) => noteNotified(tx, _id, { after: '', userIds: [], at: null }, null))).toBeNull()
  await runJobs(app, 'change-about-announcement')
  expect(await count()).toEqual({ users: 0, rows: 0 })
})

test('no race passes the limit of a course, and a request that is sent several times at once counts once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => make(courseId)))
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  // one was sent before
  expect(refused).toHaveLength(9)
  for (const reason of refused) expect(reason instanceof ApiError && reason.code).toBe('rate_limited')
  const other = (await makeCourse(educator))._id
  const same = newKey()
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => make(other, same)))
  expect(new Set(ids).size).toBe(1)
})
