import { api, type Course, maxLectures } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let course: Course
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  educator = await app.makeUser('educator')
  student = await app.makeUser()
  course = await makeCourse(educator, { title: 'SQL', price: 0 })
})
afterAll(() => app.close())

const jobs = () =>
  runJobs(
    app,
    'announce-lecture',
    'announce-session',
    'announce-live-start',
    'announce-price-drop',
    'announce-enrolment',
  )
const shown = async (who = student) => (await who.call(api.notifications.list)).notifications
const messages = async (who = student) => (await shown(who)).map(({ message }) => message)
const addLecture = (lectureTitle: string, live = {}) =>
  educator.call(api.lectures.create, { params: { courseId: course._id }, body: { lectureTitle, ...live } })
const setPrice = (price: number) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body: { price: String(price) } })
const readAll = (who = student) => who.call(api.notifications.markAllRead)
const hours = (count: number) => {
  app.clock.ms += count * 3600_000
}

describe('twelve live lectures', () => {
  const live = { isLive: true, liveStartTime: '2031-12-01T18:30' }

  test('at once are two notifications for each student, however the jobs interleave', async () => {
    const second = await app.makeUser()
    for (const one of [student, second]) await buy(one, course._id)
    await jobs()
    await Promise.all([readAll(), readAll(second)])
    for (let number = 1; number <= 12; number++) {
      await addLecture(`Lecture ${number}`, live)
      if (number === 4) await jobs()
    }
    await jobs()
    for (const one of [student, second]) {
      const unread = (await shown(one)).filter(({ read }) => !read)
      expect(unread.map(({ message }) => message).sort()).toEqual([
        '12 live sessions scheduled in SQL',
        '12 new lectures in SQL',
      ])
      expect(new Set(unread.map(({ link }) => link))).toEqual(new Set([`/viewlecture/${course._id}`]))
    }
  })

  test('of which each is read at once are at most three of each kind a day', async () => {
    await buy(student, course._id)
    await jobs()
    for (let number = 1; number <= 12; number++) {
      await addLecture(`Lecture ${number}`, live)
      await jobs()
      await readAll()
    }
    expect(await shown()).toHaveLength(1 + 3 + 3)
    expect((await messages()).filter((one) => one.includes('new lectures'))).toEqual(['10 new lectures in SQL'])
    hours(25)
    await addLecture('Tomorrow')
    await jobs()
    expect((await shown())[0]).toMatchObject({ message: 'New lecture in SQL: Tomorrow', read: false })
  })
})

test('running the jobs again notifies no one', async () => {
  await buy(student, course._id)
  await jobs()
  await addLecture('Joins', { isLive: true, liveStartTime: '2031-12-01T18:30' })
  await addLecture('Views')
  const waiting = await sql<{ name: string; data: unknown }>`
    select name, data from jobs.job where name in ('announce-lecture', 'announce-session') and state = 'created'`.execute(
    app.deps.db,
  )
  await jobs()
  const before = await shown()
  expect(before).toHaveLength(3)
  for (const { name, data } of waiting.rows)
    await allJobs(app.deps)
      .find(({ kind }) => kind.name === name)
      ?.run(data)
  expect(await shown()).toEqual(before)
})

test('a session that is rescheduled repeatedly is one notification of its last time', async () => {
  await buy(student, course._id)
  await jobs()
  const { lecture } = await addLecture('Joins')
  const schedule = (time: string | null) =>
    educator.call(api.live.schedule, { params: { lectureId: lecture._id }, body: { liveStartTime: time } })
  for (let day = 1; day <= 9; day++) {
    await schedule(`2031-12-0${day}T18:30`)
    if (day % 2) await jobs()
  }
  const sessions = (await messages()).filter((one) => one.startsWith('Live session'))
  expect(sessions).toEqual(['Live session scheduled in SQL: Joins, 9 Dec 2031, 6:30 pm IST'])
})

describe('eight price drops', () => {
  beforeEach(async () => {
    await setPrice(1000)
    await student.call(api.wishlist.add, { body: { courseId: course._id } })
  })

  test('are one notification, of the last price and the first', async () => {
    for (let drop = 1; drop <= 8; drop++) {
      await setPrice(1000 - drop)
      await jobs()
    }
    expect(await messages()).toEqual(['Price drop: SQL is now ₹992, down from ₹1,000'])
  })

  test('to a price that was notified before are one notification', async () => {
    for (let drop = 1; drop <= 8; drop++) {
      await setPrice(900)
      await jobs()
      await readAll()
      await setPrice(1000)
    }
    expect(await messages()).toEqual(['Price drop: SQL is now ₹900, down from ₹1,000'])
  })
})

describe(`a course of ${maxLectures} lectures`, () => {
  const fill = (count: number) =>
    sql`with added as (
        insert into lectures (id, course_id, position, title, created_at)
        select ${course._id} || number, ${course._id}, number, 'Lecture ' || number, now()
        from generate_series(1, ${count}::int) as number returning 1
      ) update courses set lecture_count = (select count(*) from added) where id = ${course._id}`.execute(app.deps.db)

  test('takes no more, however many come at once, and one again when one is removed', async () => {
    await fill(maxLectures - 1)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, number) => addLecture(`Last ${number}`)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array(4).fill('rejected')])
    const { message } = await expectProblem(addLecture('One more'), 400, 'invalid_input')
    expect(message).toMatch(/at most 200 lectures/)
    await educator.call(api.lectures.remove, { params: { lectureId: `${course._id}1` } })
    await addLecture('One more')
  })

  test('can be copied; one that has more from before keeps them and cannot', async () => {
    const params = { courseId: course._id }
    await fill(maxLectures)
    expect((await educator.call(api.courses.duplicate, { params })).lectures).toHaveLength(maxLectures)
    course = await makeCourse(educator)
    await fill(maxLectures + 1)
    const more = { courseId: course._id }
    await expectProblem(educator.call(api.courses.duplicate, { params: more }), 400, 'invalid_input')
    expect((await educator.call(api.courses.get, { params: more })).lectures).toHaveLength(maxLectures + 1)
  })
})
