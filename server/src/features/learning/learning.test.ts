import { type ApiError, api, type Course, type Lecture } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

type Report = { seconds?: number; duration?: number; completed?: boolean }
const report = (user: TestUser, lectureId: string, body: Report) =>
  user.call(api.learning.report, { params: { lectureId }, body })
const progress = (user: TestUser, courseId: string) => user.call(api.learning.course, { params: { courseId } })
/** The progress of the courses on the first page of a user's courses. */
const overview = async (user: TestUser) =>
  (await user.call(api.learning.overview, {})).courses.map(({ _id, progress }) => ({ courseId: _id, ...progress }))

/** A free course with lectures that have no video, and a student in it. */
async function begin(lectureCount = 3): Promise<{ course: Course; lectures: Lecture[]; student: TestUser }> {
  const course = await makeCourse(educator, { price: 0 })
  const lectures: Lecture[] = []
  for (let count = 0; count < lectureCount; count++) lectures.push(await makeLecture(educator, course._id))
  const student = await app.makeUser()
  await buy(student, course._id)
  return { course, lectures, student }
}
const idOf = (lectures: readonly Lecture[], index = 0): string => lectures[index]?._id ?? ''

describe('report', () => {
  test('remembers the last position, on any device, and a lecture that was never opened is not listed', async () => {
    const { course, lectures, student } = await begin()
    const first = idOf(lectures)
    expect(await progress(student, course._id)).toEqual({
      courseId: course._id,
      completedLectures: 0,
      lectureCount: 3,
      lastLectureId: null,
      continueLectureId: first,
      lectures: [],
      completion: {
        completedAt: null,
        required: 3,
        met: 0,
        missing: { video: 0, text: 3, quiz: 0, assignment: 0 },
        sentence: 'Still to do: 3 lectures to read.',
        certificate: null,
        certificateOpen: false,
      },
      entries: lectures.map(({ _id }) => ({ lectureId: _id, need: 'text', counts: true, byHand: true })),
    })
    await report(student, first, { seconds: 41.5, duration: 600 })
    expect(await report(student, first, { seconds: 12.25, duration: 600 })).toMatchObject({
      lectureId: first,
      seconds: 12.25,
      completed: false,
    })
    expect(await progress(student, course._id)).toMatchObject({
      completedLectures: 0,
      lastLectureId: first,
      lectures: [{ lectureId: first, seconds: 12.25, completed: false }],
    })
  })

  test('completes a lecture near its end, and going back does not take that away', async () => {
    const { course, lectures, student } = await begin()
    const first = idOf(lectures)
    expect((await report(student, first, { seconds: 539, duration: 600 })).completed).toBe(false)
    expect((await report(student, first, { seconds: 541, duration: 600 })).completed).toBe(true)
    expect(await report(student, first, { seconds: 3, duration: 600 })).toMatchObject({ seconds: 3, completed: true })
    expect(await progress(student, course._id)).toMatchObject({ completedLectures: 1, lectureCount: 3 })
  })

  test('measures the end by the video itself, whatever the player says', async () => {
    const { lectures, student } = await begin(1)
    const { durationSeconds } = await uploadVideo(educator, idOf(lectures))
    expect(durationSeconds).toBe(4)
    expect((await report(student, idOf(lectures), { seconds: 2, duration: 2 })).completed).toBe(false)
    expect(await report(student, idOf(lectures), { seconds: 900, duration: 9000 })).toMatchObject({
      seconds: 4,
      completed: true,
    })
  })

  test('without any length completes nothing', async () => {
    const { lectures, student } = await begin(1)
    expect((await report(student, idOf(lectures), { seconds: 80_000 })).completed).toBe(false)
  })

  test('ticks and unticks by hand, keeping the position', async () => {
    const { course, lectures, student } = await begin()
    await report(student, idOf(lectures), { seconds: 30, duration: 600 })
    expect(await report(student, idOf(lectures), { completed: true })).toMatchObject({ seconds: 30, completed: true })
    expect(await report(student, idOf(lectures), { completed: true })).toMatchObject({ completed: true })
    expect(await report(student, idOf(lectures), { completed: false })).toMatchObject({ seconds: 30, completed: false })
    expect((await progress(student, course._id)).completedLectures).toBe(0)
    // ticking a lecture is not watching it
    await report(student, idOf(lectures, 2), { completed: true })
    expect(await progress(student, course._id)).toMatchObject({ completedLectures: 1, lastLectureId: idOf(lectures) })
  })

  test('restores a removed tick only when the end is reached again', async () => {
    const { lectures, student } = await begin(1)
    const at = (seconds: number) => report(student, idOf(lectures), { seconds, duration: 600 })
    await at(590)
    await report(student, idOf(lectures), { completed: false })
    expect((await at(595)).completed).toBe(false)
    expect((await at(600)).completed).toBe(false)
    expect((await at(200)).completed).toBe(false)
    expect((await at(560)).completed).toBe(true)
  })

  test('takes a tick and a position at once; the tick wins', async () => {
    const { lectures, student } = await begin(1)
    const answer = await report(student, idOf(lectures), { seconds: 600, duration: 600, completed: false })
    expect(answer).toMatchObject({ seconds: 600, completed: false })
  })

  test('is separate for each user', async () => {
    const { course, lectures, student } = await begin()
    const other = await app.makeUser()
    await buy(other, course._id)
    await report(student, idOf(lectures), { seconds: 50, completed: true })
    expect((await progress(other, course._id)).lectures).toEqual([])
    await report(other, idOf(lectures), { seconds: 7 })
    expect((await progress(student, course._id)).lectures).toMatchObject([{ seconds: 50, completed: true }])
  })

  test('is for who may watch: owner, enrolled, preview, admin', async () => {
    const { lectures, student } = await begin(2)
    await uploadVideo(educator, idOf(lectures, 1), true)
    const stranger = await app.makeUser()
    const [locked, preview] = [idOf(lectures), idOf(lectures, 1)]
    const everybody = { stranger, student, educator, admin: await app.makeUser('admin') }
    const codes = async (lectureId: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(everybody).map(async ([name, user]) => [
            name,
            await report(user, lectureId, { seconds: 1 }).then(
              () => 'ok',
              (error: ApiError) => error.code,
            ),
          ]),
        ),
      )
    expect(await codes(locked)).toEqual({ stranger: 'not_entitled', student: 'ok', educator: 'ok', admin: 'ok' })
    expect(await codes(preview)).toEqual({ stranger: 'ok', student: 'ok', educator: 'ok', admin: 'ok' })
  })

  test('of a draft, an unknown or a removed lecture is 404, and visitors have none', async () => {
    const draft = await makeCourse(educator, { published: false })
    const hidden = await makeLecture(educator, draft._id)
    const student = await app.makeUser()
    for (const lectureId of [hidden._id, 'unknown', "' or 1=1 --"])
      await expectProblem(report(student, lectureId, { seconds: 1 }), 404, 'not_found')
    for (const lectureId of ['x'.repeat(150), '\0'])
      await expectProblem(report(student, lectureId, { seconds: 1 }), 400, 'invalid_input')
    await expectProblem(progress(student, draft._id), 404, 'not_found')
    await expectProblem(progress(student, 'unknown'), 404, 'not_found')
    const body = { seconds: 1 }
    await expectProblem(
      app.visitor(api.learning.report, { params: { lectureId: hidden._id }, body }),
      401,
      'unauthenticated',
    )
    await expectProblem(app.visitor(api.learning.overview, {}), 401, 'unauthenticated')
    await expectProblem(app.visitor(api.learning.course, { params: { courseId: draft._id } }), 401, 'unauthenticated')
  })

  test.each([
    {},
    { duration: 10 },
    { seconds: -1 },
    { seconds: 86_401 },
    { seconds: '5' },
    { seconds: null },
    { seconds: 1, duration: 0 },
    { seconds: 1, duration: -5 },
    { seconds: 1, duration: 1e9 },
    { completed: 'true' },
    { completed: 1 },
    { seconds: [1] },
  ])('refuses %o', async (body) => {
    const { course, lectures, student } = await begin(1)
    await expectProblem(report(student, idOf(lectures), body as Report), 400, 'invalid_input')
    expect((await progress(student, course._id)).lectures).toEqual([])
  })

  test.each(['NaN', 'Infinity', '1e999', '"x', ''])('refuses the bytes {"seconds":%s}', async (bytes) => {
    const { lectures, student } = await begin(1)
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/learning/lecture/${idOf(lectures)}`,
      headers: { cookie: student.cookie, 'content-type': 'application/json' },
      payload: `{"seconds":${bytes}}`,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
})

describe('progress', () => {
  test('of a removed lecture is deleted, and the counts stay right', async () => {
    const { course, lectures, student } = await begin(3)
    for (const { _id } of lectures) await report(student, _id, { seconds: 1, completed: true })
    await educator.call(api.lectures.remove, { params: { lectureId: idOf(lectures, 2) } })
    const after = {
      courseId: course._id,
      completedLectures: 2,
      lectureCount: 2,
      lastLectureId: idOf(lectures, 1),
      continueLectureId: idOf(lectures),
    }
    expect(await progress(student, course._id)).toMatchObject(after)
    expect(await overview(student)).toEqual([after])
    await expectProblem(report(student, idOf(lectures, 2), { seconds: 1 }), 404, 'not_found')
  })

  test('stays with a student when the course is unpublished or removed', async () => {
    const { course, lectures, student } = await begin(1)
    await report(student, idOf(lectures), { seconds: 8 })
    await educator.call(api.courses.remove, { params: { courseId: course._id } })
    expect((await report(student, idOf(lectures), { seconds: 9 })).seconds).toBe(9)
    expect((await progress(student, course._id)).lectures).toMatchObject([{ seconds: 9 }])
    expect(await overview(student)).toMatchObject([{ courseId: course._id, lastLectureId: idOf(lectures) }])
  })

  test('overview lists enrolled courses alone: last touched first, completed last, empty ones too', async () => {
    const student = await app.makeUser()
    const started = []
    for (const _ of [1, 2, 3]) {
      const course = await makeCourse(educator, { price: 0 })
      const lecture = await makeLecture(educator, course._id)
      await buy(student, course._id)
      started.push({ id: course._id, lectureId: lecture._id })
    }
    const [one, two, three] = started
    const empty = await makeCourse(educator, { price: 0 })
    await buy(student, empty._id)
    const ids = async () => (await overview(student)).map(({ courseId }) => courseId)
    expect(await ids()).toEqual([empty._id, three?.id, two?.id, one?.id])
    await report(student, one?.lectureId ?? '', { seconds: 3 })
    expect(await ids()).toEqual([one?.id, empty._id, three?.id, two?.id])
    await report(student, three?.lectureId ?? '', { seconds: 3, completed: true })
    expect(await ids()).toEqual([one?.id, empty._id, two?.id, three?.id])
    expect((await overview(student)).at(1)).toEqual({
      courseId: empty._id,
      completedLectures: 0,
      lectureCount: 0,
      lastLectureId: null,
      continueLectureId: null,
    })
    expect(await overview(educator)).toEqual([])
  })

  test('is listed in pages that keep their place, with what a card shows, and is each user’s own', async () => {
    const student = await app.makeUser()
    const other = await app.makeUser()
    const bought = []
    for (const at of [0, 1, 2, 3, 4]) {
      const course = await makeCourse(educator, { title: `Number ${at}`, price: 0 })
      const lecture = await makeLecture(educator, course._id)
      await buy(student, course._id)
      bought.push({ _id: course._id, lectureId: lecture._id })
    }
    await report(student, bought[3]?.lectureId ?? '', { completed: true })
    await report(student, bought[0]?.lectureId ?? '', { seconds: 1 })
    const page = async (cursor?: string | null) => {
      const { courses, ...beside } = await student.call(api.learning.overview, {
        query: { limit: 2, ...(cursor && { cursor }) },
      })
      return { titles: courses.map(({ title }) => title.slice(-1)).join(''), courses, ...beside }
    }
    const first = await page()
    const second = await page(first.next)
    const third = await page(second.next)
    expect([first.titles, second.titles, third.titles]).toEqual(['04', '21', '3'])
    expect([first.previous, third.next]).toEqual([null, null])
    expect((await page(third.previous)).titles).toBe('21')
    expect(first.courses[1]).toEqual({
      _id: bought[4]?._id,
      title: 'Number 4',
      thumbnail: '',
      category: expect.any(String),
      level: 'Beginner',
      newLectures: 0,
      progress: {
        completedLectures: 0,
        lectureCount: 1,
        lastLectureId: null,
        continueLectureId: bought[4]?.lectureId,
      },
      completion: expect.objectContaining({ completedAt: null, required: 1, met: 0 }),
    })
    // what moves to the front meanwhile is not shown twice, and nothing is left out behind the place
    await report(student, bought[1]?.lectureId ?? '', { seconds: 1 })
    expect((await page(first.next)).titles).toBe('23')
    expect((await other.call(api.learning.overview, { query: { cursor: first.next ?? '' } })).courses).toEqual([])

    const viewer = await student.call(api.accounts.viewer)
    expect(viewer.user).toMatchObject({ enrolledCount: 5, latestCourseId: bought[4]?._id })
    expect(viewer.user).not.toHaveProperty('enrolledCourses')
  })

  test.each([
    ...['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'cursor=', 'cursor=x', `cursor=${'x'.repeat(2000)}`],
    ...['[1]', '[2,1,"2026-01-01T00:00:00Z","x"]', '[1,"1","2026-01-01T00:00:00Z","x"]', '[1,1,"yesterday","x"]'].map(
      (key) => `cursor=${Buffer.from(key).toString('base64url')}`,
    ),
    `cursor=${Buffer.from('[1,1,"2026-01-01T00:00:00Z","a\\u0000"]').toString('base64url')}`,
  ])('of courses is refused for ?%s', async (query) => {
    const { cookie } = educator
    const answer = await app.server.inject({ url: `/api/learning?${query}`, headers: { cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('of a preview is remembered before the purchase', async () => {
    const { course, lectures } = await begin(1)
    await uploadVideo(educator, idOf(lectures), true)
    const student = await app.makeUser()
    await report(student, idOf(lectures), { seconds: 2 })
    expect(await overview(student)).toEqual([])
    await buy(student, course._id)
    expect(await overview(student)).toMatchObject([{ courseId: course._id, lastLectureId: idOf(lectures) }])
  })
})

describe('races', () => {
  test('many reports at once are one row with one of the positions, and a completion among them is kept', async () => {
    const { course, lectures, student } = await begin(1)
    for (let round = 0; round < 5; round++) {
      const positions = Array.from({ length: 12 }, (_, index) => index * 10)
      const reports = positions.map((seconds) => report(student, idOf(lectures), { seconds, duration: 115 }))
      await Promise.all(reports)
      const [row] = (await progress(student, course._id)).lectures
      expect(positions).toContain(row?.seconds)
      expect(row?.completed).toBe(true)
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from lecture_progress where user_id = ${student.user._id}`.execute(app.deps.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  test('a report during the removal is saved or refused, and leaves no row behind', async () => {
    for (let round = 0; round < 10; round++) {
      const { lectures, student } = await begin(1)
      const lectureId = idOf(lectures)
      const outcomes = await Promise.allSettled([
        report(student, lectureId, { seconds: 1 }),
        educator.call(api.lectures.remove, { params: { lectureId } }),
        report(student, lectureId, { seconds: 2 }),
      ])
      expect(outcomes[1]?.status).toBe('fulfilled')
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 404, code: 'not_found' })
      const left = await app.deps.db
        .selectFrom('lecture_progress')
        .select('seconds')
        .where('lecture_id', '=', lectureId)
        .execute()
      expect(left).toEqual([])
    }
  })
})
