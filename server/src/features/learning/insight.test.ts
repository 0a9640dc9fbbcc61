import { api, fewestViewers } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { type Shop, watchingIn } from '#test/support/video/watching.ts'
import { learningJobs } from './jobs.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())
const { open, enrol, one, watch, addUp, courseInsight, lectureInsight, viewOf, videoOf } = watchingIn(() => ({
  app,
  educator,
}))

describe('a report of what was watched', () => {
  test('counts once, however often it is sent, and every new one adds to it', async () => {
    const shop = await open()
    const student = await one(shop)
    expect(await watch(student, shop, [[0, 10]], '00000000000000aa')).toBe(10)
    expect(await watch(student, shop, [[0, 10]], '00000000000000aa')).toBe(0)
    expect(await watch(student, shop, [[5, 20]])).toBe(15) // biome-ignore format: a list of pairs
    expect(await viewOf(student, shop)).toMatchObject({ watched_seconds: 20, played_seconds: 25 })
  })

  test('of two devices at once: both count, and the same one sent twice at once counts once', async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await open()
      const student = await one(shop)
      const counted = await Promise.all([
        watch(student, shop, [[0, 10]], 'aaaaaaaaaaaaaaaa'),
        watch(student, shop, [[10, 20]], 'bbbbbbbbbbbbbbbb'),
        watch(student, shop, [[10, 20]], 'bbbbbbbbbbbbbbbb'),
      ])
      expect(counted.reduce((sum, seconds) => sum + seconds, 0)).toBe(20)
      expect(await viewOf(student, shop)).toMatchObject({ watched_seconds: 20, played_seconds: 20 })
    }
  })

  test('cannot claim more than the video has, or than time has passed', async () => {
    const shop = await open(100)
    const student = await app.makeUser()
    await buy(student, shop.course._id)
    // enrolled a moment ago
    expect(await watch(student, shop, [[0, 100]])).toBeLessThan(40) // biome-ignore format: a list of pairs
    app.clock.ms += 5000
    expect(await watch(student, shop, [[0, 100]])).toBeLessThan(30) // biome-ignore format: a list of pairs
    app.clock.ms += 3_600_000
    expect(await watch(student, shop, [[90, 5000]])).toBe(10) // biome-ignore format: a list of pairs
    const again = Array.from({ length: 60 }, (): [number, number] => [0, 100])
    expect(await watch(student, shop, again)).toBeLessThan(700)
    expect((await viewOf(student, shop))?.watched_seconds).toBe(100)
  })

  test('cannot claim many videos of a course for the time of one', async () => {
    const shop = await open(300)
    const shops = [shop]
    for (const title of ['Second', 'Third', 'Fourth']) {
      const { _id: lectureId } = await makeLecture(educator, shop.course._id, title)
      await uploadVideo(educator, lectureId)
      const videoId = await videoOf(shop.course._id, lectureId)
      await sql`update videos set duration_seconds = 300 where id = ${videoId}`.execute(app.deps.db)
      shops.push({ ...shop, lectureId, videoId })
    }
    const student = await app.makeUser()
    await buy(student, shop.course._id)
    app.clock.ms += 100_000
    const counted = await Promise.all(shops.map((one) => watch(student, one, [[0, 300]]))) // biome-ignore format: a list of pairs
    expect(counted.reduce((sum, seconds) => sum + seconds, 0)).toBe(430)
    // who had the time has watched all of them
    app.clock.ms += 3_600_000
    for (const one of shops) await watch(student, one, [[0, 300]]) // biome-ignore format: a list of pairs
    for (const one of shops) expect(await viewOf(student, one)).toMatchObject({ watched_seconds: 300 })
  })

  test('counts for enrolled students only, and of the present video only', async () => {
    const shop = await open()
    await educator.call(api.lectures.edit, { params: { lectureId: shop.lectureId }, body: { isPreviewFree: 'true' } })
    const [stranger, admin] = [await app.makeUser(), await app.makeUser('admin')]
    for (const who of [stranger, admin, educator]) expect(await watch(who, shop, [[0, 10]])).toBe(0)
    const student = await one(shop)
    expect(await watch(student, { ...shop, videoId: 'another' }, [[0, 10]])).toBe(0)
    await educator.call(api.lectures.edit, { params: { lectureId: shop.lectureId }, body: { isPreviewFree: 'false' } })
    await expectProblem(watch(stranger, shop, [[0, 10]]), 403, 'not_entitled')
    const { rows } = await sql`select 1 from lecture_views where lecture_id = ${shop.lectureId}`.execute(app.deps.db)
    expect(rows).toEqual([])
  })

  const good = { id: '00000000000000aa', videoId: 'v', intervals: [[0, 1]] }
  test.each<[string, object]>([
    ['without an id', { ...good, id: undefined }],
    ['with an id of another form', { ...good, id: 'x' }],
    ['without a video', { ...good, videoId: '' }],
    ['without intervals', { ...good, intervals: [] }],
    ['with too many', { ...good, intervals: Array.from({ length: 61 }, () => [0, 1]) }],
    ['with an empty one', { ...good, intervals: [[3, 3]] }], // biome-ignore format: a list of pairs
    ['with one that runs backwards', { ...good, intervals: [[3, 2]] }], // biome-ignore format: a list of pairs
    ['with parts of seconds', { ...good, intervals: [[0.5, 2]] }], // biome-ignore format: a list of pairs
    ['with a day and more', { ...good, intervals: [[0, 86_401]] }], // biome-ignore format: a list of pairs
    ['with text', { ...good, intervals: 'all' }],
  ])('is refused %s', async (_name, payload) => {
    const { cookie } = educator
    const url = api.learning.watched.path.replace(':lectureId', 'x')
    const answer = await app.server.inject({ method: 'POST', url, payload, headers: { cookie } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test('of an unknown lecture is 404, and a flood of them is limited', async () => {
    const student = await app.makeUser()
    const unknown = () => watch(student, { lectureId: 'none', videoId: 'v' } as Shop, [[0, 1]])
    await expectProblem(unknown(), 404, 'not_found')
    const flood = await Promise.allSettled(Array.from({ length: 130 }, unknown))
    const codes = flood.map((result) => result.status === 'rejected' && (result.reason as { code: string }).code)
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(5)
  })
})

describe('the sums of a lecture', () => {
  test('are shown from five students on, in groups of five, and hold what each of them watched once', async () => {
    const shop = await open(100, 'Retention')
    const students = await enrol(shop, fewestViewers + 1)
    for (const student of students.slice(0, 4)) await watch(student, shop, [[0, 50]])
    await addUp()
    expect(await lectureInsight(shop)).toMatchObject({ state: 'few', viewers: 0, retention: [], again: [] })
    await watch(students[4] as TestUser, shop, [[0, 100], [20, 30]]) // biome-ignore format: a list of pairs
    await Promise.all([addUp(), addUp()])
    await addUp()
    const shown = await lectureInsight(shop)
    expect(shown).toMatchObject({ state: 'shown', viewers: 5, watchedShare: 0.6, endShare: 0.2, slotSeconds: 1 })
    expect([shown.retention[49], shown.retention[50], shown.again[25], shown.again[99]]).toEqual([1, 0.2, 0.2, 0])
    expect(shown.dropOffs).toEqual([{ from: 46, to: 54, lost: 0.8 }])
    // what one student adds later is held back again
    await watch(students[5] as TestUser, shop, [[0, 100]])
    await addUp()
    expect((await lectureInsight(shop)).viewers).toBe(5)
    for (const student of students.slice(0, 4)) await watch(student, shop, [[50, 60]])
    await addUp()
    expect(await lectureInsight(shop)).toMatchObject({ viewers: 6, endShare: 2 / 6 })
    expect(await courseInsight(shop)).toMatchObject({
      students: 6,
      viewers: 6,
      lectures: [{ _id: shop.lectureId, state: 'shown', viewers: 6 }],
    })
  })

  test('show a loop of one student as one of five who saw it again, and as no place', async () => {
    const shop = await open()
    const students = await enrol(shop, fewestViewers)
    for (const student of students) await watch(student, shop, [[0, 100]])
    const loop = Array.from({ length: 60 }, (): [number, number] => [30, 40])
    await watch(students[0] as TestUser, shop, loop)
    await addUp()
    const { again, rewatched } = await lectureInsight(shop)
    expect([again[29], again[30], again[40], rewatched]).toEqual([0, 0.2, 0, []])
  })

  test('begin again with a new video, and late reports of the old one do not count', async () => {
    const shop = await open()
    const students = await enrol(shop, fewestViewers)
    for (const student of students) await watch(student, shop, [[0, 100]])
    await addUp()
    expect((await lectureInsight(shop)).viewers).toBe(5)
    await watch(students[0] as TestUser, shop, [[0, 9]])
    await uploadVideo(educator, shop.lectureId)
    expect(await lectureInsight(shop)).toMatchObject({ state: 'few', viewers: 0, durationSeconds: 4 })
    await addUp()
    for (const student of students) expect(await watch(student, shop, [[0, 50]])).toBe(0)
    const replaced = { ...shop, videoId: await videoOf(shop.course._id, shop.lectureId) }
    for (const student of students) expect(await watch(student, replaced, [[0, 3]])).toBe(3)
    await addUp()
    expect(await lectureInsight(shop)).toMatchObject({ viewers: 5, retention: [1, 1, 1, 0], watchedShare: 0.75 })
    // of the course they have watched what they watched of its present videos
    expect((await courseInsight(shop)).medianSeconds).toBe(3)
  })

  test('stay when a student deletes their account or is refunded, and what was kept of them goes', async () => {
    const shop = await open()
    const students = await enrol(shop, fewestViewers)
    for (const student of students) {
      await watch(student, shop, [[0, 100]])
      await student.call(api.learning.report, { params: { lectureId: shop.lectureId }, body: { completed: true } })
    }
    await addUp()
    const [leaving, refunded] = students as [TestUser, TestUser]
    await leaving.call(api.ownAccount.deleteAccount, { body: { confirm: 'DELETE', current: 'correct horse battery' } })
    await app.deps.db.deleteFrom('enrolments').where('user_id', '=', refunded.user._id).execute()
    expect(await viewOf(leaving, shop)).toBeUndefined()
    expect(await viewOf(refunded, shop)).toBeUndefined()
    await addUp()
    expect(await lectureInsight(shop)).toMatchObject({ viewers: 5, endShare: 1 })
    expect(await courseInsight(shop)).toMatchObject({ viewers: 5, completed: 5 })
  })

  test('stay when it is deleted after a year what single students watched', async () => {
    const shop = await open()
    const students = await enrol(shop, fewestViewers)
    for (const student of students) await watch(student, shop, [[0, 100]])
    await addUp()
    const others = students.slice(1).map(({ user }) => user._id)
    await sql`update lecture_views set last_day = last_day - 366 where user_id = any(${others})`.execute(app.deps.db)
    await learningJobs(app.deps)
      .find(({ kind }) => kind.name === 'trim-lecture-views')
      ?.run({})
    expect(await viewOf(students[0] as TestUser, shop)).toBeDefined()
    expect(await viewOf(students[1] as TestUser, shop)).toBeUndefined()
    expect((await lectureInsight(shop)).viewers).toBe(5)
  })
})

describe('the insight into a course', () => {
  test('has medians of watching and of the days to completion, from five students on', async () => {
    const shop = await open()
    const students = await enrol(shop, fewestViewers)
    const day = 86_400_000
    for (const [index, student] of students.entries()) {
      await watch(student, shop, [[0, 20 * (index + 1)]])
      app.clock.ms += day
      await student.call(api.learning.report, { params: { lectureId: shop.lectureId }, body: { completed: true } })
      // unticked and ticked again: completed once
      for (const completed of [false, true])
        await student.call(api.learning.report, { params: { lectureId: shop.lectureId }, body: { completed } })
      if (index === 3) {
        await addUp()
        expect(await courseInsight(shop)).toMatchObject({ completed: 4, medianSeconds: null })
        // one measure of completion, wherever it is shown
        const sold = (await educator.call(api.enrolments.sales)).courses.find(({ _id }) => _id === shop.course._id)
        expect([sold?.completion, (await courseInsight(shop)).completion]).toEqual([0.8, 0.8])
      }
    }
    await addUp()
    const insight = await courseInsight(shop)
    expect(insight).toMatchObject({ students: 5, viewers: 5, completed: 5 })
    expect((insight.medianSeconds ?? 0) / 60).toBeCloseTo(1, 1)
    expect((insight.medianCompletionSeconds ?? 0) / (3 * 86_400)).toBeCloseTo(1, 0)
  })

  test('and its lectures are for their owner', async () => {
    const shop = await open()
    const other = await app.makeUser('educator')
    const params = { params: { courseId: shop.course._id } }
    await expectProblem(other.call(api.insight.course, params), 404, 'not_found')
    await expectProblem(other.call(api.insight.lecture, { params: shop }), 404, 'not_found')
    const urls = [api.insight.exportCourse, api.insight.exportLecture].map(({ path }) =>
      path.replace(':courseId', shop.course._id).replace(':lectureId', shop.lectureId),
    )
    for (const url of urls) {
      expect((await app.server.inject({ url, headers: { cookie: other.cookie } })).statusCode).toBe(404)
      const own = await app.server.inject({ url, headers: { cookie: educator.cookie } })
      expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(own.headers['content-disposition']).toMatch(/^attachment/)
    }
  })

  test('downloads as tables, in which titles are no formulas, and few viewers have no numbers', async () => {
    const shop = await open(100, '=1+1')
    const students = await enrol(shop, fewestViewers)
    for (const student of students) await watch(student, shop, [[0, 50]])
    const table = async (path: string) => {
      const url = path.replace(':courseId', shop.course._id).replace(':lectureId', shop.lectureId)
      const { body } = await app.server.inject({ url, headers: { cookie: educator.cookie } })
      return body.trim().split('\r\n')
    }
    const course = () => table(api.insight.exportCourse.path)
    expect((await course()).slice(1)).toEqual([',All lectures,,0,5,0,0,,,,,,', "1,'=1+1,100,,,,,,,,,,"])
    expect(await table(api.insight.exportLecture.path)).toHaveLength(1)
    for (const student of students.slice(0, 4)) {
      await watch(student, shop, [[10, 12]]) // biome-ignore format: a list of pairs
      await student.call(api.learning.report, { params: { lectureId: shop.lectureId }, body: { completed: true } })
    }
    await students[4]?.call(api.learning.report, { params: { lectureId: shop.lectureId }, body: { completed: true } })
    await addUp()
    const [header, all, first] = await course()
    expect(header?.split(',').slice(3, 9)).toEqual([
      ...['Viewers', 'Students', 'Completed', 'Completed (%)', 'Median watched (s)', 'Median time to complete (s)'],
    ])
    expect(all).toMatch(/^,All lectures,,5,5,5,100,(49|50|51),\d{4,},,,,$/)
    expect(first).toBe("1,'=1+1,100,5,,,,,,50,0,0:46 to 0:54 (100 %),0:10 to 0:12 (80 %)")
    const curve = await table(api.insight.exportLecture.path)
    expect([curve.length, curve[1], curve[11], curve[51]]).toEqual([
      ...[101, '0,1,100,0,,', '10,11,100,80,,80', '50,51,0,0,100,'],
    ])
  })

  test('downloads under the titles of the course and the lecture, in any script', async () => {
    const shop = await open(100, 'पाठ "1"')
    await sql`update courses set title = ${'../Café; SQL'} where id = ${shop.course._id}`.execute(app.deps.db)
    const name = async (path: string) => {
      const url = path.replace(':courseId', shop.course._id).replace(':lectureId', shop.lectureId)
      const { headers } = await app.server.inject({ url, headers: { cookie: educator.cookie } })
      return headers['content-disposition']
    }
    expect(await name(api.insight.exportCourse.path)).toContain('attachment; filename="cafe-sql-insight.csv"')
    expect(await name(api.insight.exportLecture.path)).toContain(
      `filename*=UTF-8''cafe-sql-${encodeURIComponent('पाठ')}-1-insight.csv`,
    )
  })

  test('of a course without lectures, videos or viewers says so', async () => {
    const course = await makeCourse(educator, { price: 0 })
    const lecture = await makeLecture(educator, course._id)
    expect(await educator.call(api.insight.course, { params: { courseId: course._id } })).toEqual({
      courseId: course._id,
      title: course.title,
      students: 0,
      viewers: 0,
      completion: null,
      completed: 0,
      medianSeconds: null,
      medianCompletionSeconds: null,
      lectures: [expect.objectContaining({ _id: lecture._id, state: 'no-video', durationSeconds: null, viewers: 0 })],
    })
  })
})

test('what is kept of a student is in the download of their data', async () => {
  const shop = await open()
  const student = await one(shop)
  await watch(student, shop, [[0, 2], [9, 10]]) // biome-ignore format: a list of pairs
  const answer = await app.server.inject({ url: api.ownAccount.exportData.path, headers: { cookie: student.cookie } })
  expect(answer.json()).toMatchObject({
    watched: [
      { course: shop.course.title, slotsSeen: [0, 1, 9], slotsSeenAgain: [], slotSeconds: 1, watchedSeconds: 3 },
    ],
    courseCompletions: [],
  })
})
