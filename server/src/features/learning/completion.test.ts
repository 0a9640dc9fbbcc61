import { api, type CompletionRule } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { everyKind, setQuiz } from '#test/support/quiz.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { type Shop, watchingIn } from '#test/support/video/watching.ts'
import { completeEntry, completionOf, courseCompleted } from './index.ts'

let app: TestApp
let educator: TestUser
/** announcements, as `userId courseId` */
let announced: string[] = []
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  courseCompleted.on(app.deps.db, async (_, { userId, courseId }) => void announced.push(`${userId} ${courseId}`))
})
afterAll(() => app.close())
beforeEach(() => {
  announced = []
})
const { open, one, watch, videoOf } = watchingIn(() => ({ app, educator }))

const rule: CompletionRule = {
  videos: true,
  videoPercent: 90,
  byHand: false,
  texts: true,
  quizzes: true,
  assignments: true,
}
const setRule = (courseId: string, changes: Partial<CompletionRule> = {}) =>
  educator.call(api.completion.setRule, { params: { courseId }, body: { ...rule, ...changes } })
const tick = (student: TestUser, lectureId: string, completed = true) =>
  student.call(api.learning.report, { params: { lectureId }, body: { completed } })
const of = (student: TestUser, courseId: string) => student.call(api.learning.course, { params: { courseId } })
const completionIn = async (student: TestUser, courseId: string) => (await of(student, courseId)).completion
async function addQuiz(courseId: string): Promise<string> {
  const { lecture } = await educator.call(api.quizzes.create, { params: { courseId }, body: { title: 'Knots' } })
  const body = { question: everyKind.truth }
  const { question } = await educator.call(api.quizBank.create, { params: { courseId }, body })
  const quiz = { courseId, lectureId: lecture._id, questionIds: [question._id], educator }
  await setQuiz(quiz, { parts: [{ kind: 'question', questionId: question._id }] })
  return lecture._id
}
const pass = (student: TestUser, lectureId: string) =>
  transact(app.deps.db, (tx) => completeEntry(tx, { userId: student.user._id, lectureId, now: app.deps.clock.now() }))

describe('a course that asks for watching', () => {
  test('is completed by distinct seconds and nothing else, and each place says the same', async () => {
    const shop = await open(100)
    const courseId = shop.course._id
    const text = await makeLecture(educator, courseId)
    await setRule(courseId)
    const student = await one(shop)
    await expectProblem(tick(student, shop.lectureId), 409, 'not_by_hand')
    await expectProblem(tick(student, shop.lectureId, false), 409, 'not_by_hand')
    // going to the end is not watching
    const body = { seconds: 99, duration: 100 }
    expect((await student.call(api.learning.report, { params: { lectureId: shop.lectureId }, body })).completed).toBe(
      false,
    )
    await watch(student, shop, [[0, 50], [0, 50]]) // biome-ignore format: a list of pairs
    const before = await of(student, courseId)
    const sentence = 'Still to do: 1 video to watch (90 % of each) and 1 lecture to read.'
    expect(before.completion).toEqual({
      completedAt: null,
      required: 2,
      met: 0,
      missing: { video: 1, text: 1, quiz: 0, assignment: 0 },
      sentence,
      certificate: null,
      certificateOpen: false,
    })
    expect(before.entries).toEqual([
      { lectureId: shop.lectureId, need: 'video', counts: true, byHand: false, watchedPercent: 50 },
      { lectureId: text._id, need: 'text', counts: true, byHand: true },
    ])
    const [mine] = (await student.call(api.learning.overview, {})).courses
    const { students } = await educator.call(api.courses.students, { params: { courseId }, query: {} })
    expect([mine?.completion, students[0]?.completion]).toEqual([before.completion, before.completion])

    await watch(student, shop, [[50, 89]])
    expect((await completionIn(student, courseId)).met).toBe(0)
    const report = { id: 'a'.repeat(16), videoId: shop.videoId, intervals: [[89, 90]] as [[number, number]] }
    const reply = await student.call(api.learning.watched, { params: { lectureId: shop.lectureId }, body: report })
    expect(reply).toMatchObject({ counted: 1, completed: { lectureId: shop.lectureId, completed: true } })
    expect(announced).toEqual([])
    await tick(student, text._id)
    expect(await completionIn(student, courseId)).toMatchObject({ met: 2, sentence: 'Completed.' })
    expect(announced).toEqual([`${student.user._id} ${courseId}`])
    expect(await completionOf(app.deps.db, courseId, student.user._id)).toMatchObject({
      completedAt: expect.any(Date),
      rule,
    })
  })

  test('says it in the language of the reader', async () => {
    const shop = await open(100)
    const student = await one(shop)
    const { json } = await app.server.inject({
      url: api.learning.course.path.replace(':courseId', shop.course._id),
      headers: { cookie: `${student.cookie}; vc_language=hi` },
    })
    expect(json().completion.sentence).toMatch(/[\u0900-\u097F]/)
    expect(json().completion.sentence).not.toContain('Still')
  })

  test('lets a video of unknown length be ticked', async () => {
    const shop = await open(100)
    await setRule(shop.course._id)
    const student = await one(shop)
    await sql`update videos set duration_seconds = null where id = ${shop.videoId}`.execute(app.deps.db)
    expect((await tick(student, shop.lectureId)).completed).toBe(true)
    expect((await completionIn(student, shop.course._id)).completedAt).not.toBeNull()
  })

  test('counts a quiz that is passed, once', async () => {
    const shop = await open(100)
    const quiz = await addQuiz(shop.course._id)
    const student = await one(shop)
    await tick(student, shop.lectureId)
    expect(await completionIn(student, shop.course._id)).toMatchObject({ sentence: 'Still to do: 1 quiz to pass.' })
    expect([await pass(student, quiz), await pass(student, quiz)]).toEqual([true, false])
    expect(announced).toHaveLength(1)
  })
})

describe('what was completed stays', () => {
  const finish = async (): Promise<Shop & { student: TestUser; other: TestUser }> => {
    const shop = await open(100)
    const [student, other] = [await one(shop), await one(shop)]
    await tick(student, shop.lectureId)
    return { ...shop, student, other }
  }

  test('whatever its student unticks, its educator adds, asks for, replaces or removes', async () => {
    const { course, lectureId, student } = await finish()
    const { completedAt } = await completionIn(student, course._id)
    expect(completedAt).not.toBeNull()
    const still = async (met: number, required: number, sentence: string) =>
      expect(await completionIn(student, course._id)).toMatchObject({ completedAt, met, required, sentence })
    const extra = 'Completed. What is still open is extra.'
    await tick(student, lectureId, false)
    await still(0, 1, extra)
    await tick(student, lectureId)
    const added = await makeLecture(educator, course._id)
    await still(1, 2, extra)
    await setRule(course._id, { videoPercent: 100 })
    await still(1, 2, extra)
    // the mark of a video stays when another one replaces it
    await uploadVideo(educator, lectureId)
    await still(1, 2, extra)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    await still(0, 1, extra)
    await educator.call(api.lectures.remove, { params: { lectureId: added._id } })
    await still(0, 0, 'Completed.')
    await runJobs(app, 'complete-course')
    expect(announced).toHaveLength(1)
    const overview = await student.call(api.learning.overview, { query: { state: 'completed' } })
    expect(overview.courses.map(({ _id }) => _id)).toEqual([course._id])
  })

  test('who lacked only what was removed, or counts no more, completes by a job, with the time of their last tick', async () => {
    const { course, student, other } = await finish()
    const more = await makeLecture(educator, course._id)
    const { updatedAt: ticked } = await tick(other, more._id)
    app.clock.ms += 3_600_000
    expect((await completionIn(other, course._id)).completedAt).toBeNull()
    await setRule(course._id, { videos: false })
    await runJobs(app, 'complete-course')
    expect(await completionIn(other, course._id)).toMatchObject({ completedAt: ticked, required: 1 })
    expect(announced).toEqual([`${student.user._id} ${course._id}`, `${other.user._id} ${course._id}`])
    await runJobs(app, 'complete-course')
    expect(announced).toHaveLength(2)
  })

  test('for those who had less watched than an earlier rule asked for: the new one takes effect when it is set', async () => {
    const shop = await open(100)
    await setRule(shop.course._id)
    const student = await one(shop)
    await watch(student, shop, [[0, 60]])
    await setRule(shop.course._id, { videoPercent: 50 })
    await runJobs(app, 'complete-course')
    expect(await completionIn(student, shop.course._id)).toMatchObject({ met: 1, sentence: 'Completed.' })
  })

  test('ends with the enrolment, and is earned again with the next one', async () => {
    const shop = await open(100)
    await educator.call(api.courses.edit, { params: { courseId: shop.course._id }, body: { price: '499' } })
    const student = await app.makeUser()
    await buy(student, shop.course._id)
    await tick(student, shop.lectureId)
    await withdraw(app, student)
    const { completedAt } = await completionOf(app.deps.db, shop.course._id, student.user._id)
    expect(completedAt).toBeNull()
    await buy(student, shop.course._id)
    expect(announced).toHaveLength(2)
  })

  test('is copied as a rule with a course, without its students', async () => {
    const shop = await open(100)
    await setRule(shop.course._id, { videoPercent: 42 })
    const copy = await educator.call(api.courses.duplicate, { params: { courseId: shop.course._id } })
    const { rule: copied } = await educator.call(api.completion.rule, { params: { courseId: copy._id } })
    expect(copied).toEqual({ ...rule, videoPercent: 42 })
  })
})

describe('what counts', () => {
  test('is for the owner, and the default until it is set', async () => {
    const course = await makeCourse(educator)
    const params = { courseId: course._id }
    const read = (user: TestUser) => user.call(api.completion.rule, { params })
    expect((await read(educator)).rule).toEqual({ ...rule, byHand: true })
    const saved = await setRule(course._id, { videoPercent: 75 })
    expect(saved).toMatchObject({ rule: { ...rule, videoPercent: 75 }, message: 'What counts was saved' })
    expect(await read(educator)).toEqual({ rule: saved.rule, version: saved.version })
    const [other, student] = [await app.makeUser('educator'), await app.makeUser()]
    const change = (user: TestUser, courseId = course._id) =>
      user.call(api.completion.setRule, { params: { courseId }, body: rule })
    await expectProblem(read(other), 404, 'not_found')
    await expectProblem(change(other), 404, 'not_found')
    await expectProblem(change(student), 403, 'forbidden')
    await expectProblem(change(educator, 'unknown'), 404, 'not_found')
    await expectProblem(app.visitor(api.completion.rule, { params }), 401, 'unauthenticated')
    await educator.call(api.courses.remove, { params })
    await expectProblem(read(educator), 404, 'not_found')
    await expectProblem(change(educator), 404, 'not_found')
  })

  test.each([
    {},
    { ...rule, videoPercent: 9 },
    { ...rule, videoPercent: 101 },
    { ...rule, videoPercent: 50.5 },
    { ...rule, videoPercent: '90' },
    { ...rule, videos: 'true' },
    { ...rule, byHand: null },
    { ...rule, quizzes: undefined },
    { ...rule, version: 'x' },
    { ...rule, videoPercent: Number.MAX_SAFE_INTEGER },
  ])('refuses %o', async (body) => {
    const course = await makeCourse(educator)
    await expectProblem(
      educator.call(api.completion.setRule, { params: { courseId: course._id }, body: body as CompletionRule }),
      400,
      'invalid_input',
    )
  })

  test('is not saved from what someone else has changed, and by one of several at once that have read the same', async () => {
    const { _id: courseId } = await makeCourse(educator)
    const save = (videoPercent: number, version?: string) =>
      educator.call(api.completion.setRule, { params: { courseId }, body: { ...rule, videoPercent, version } })
    const { version } = await educator.call(api.completion.rule, { params: { courseId } })
    const { version: after } = await save(50, version)
    await expectProblem(save(60, version), 409, 'changed_elsewhere')
    const results = await Promise.allSettled([61, 62, 63].map((percent) => save(percent, after)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // an older client
    expect((await save(70)).rule.videoPercent).toBe(70)
  })

  test('is changed within limits', async () => {
    const course = await makeCourse(educator)
    const other = await app.makeUser('educator')
    for (let count = 0; count < 300; count++) await app.deps.limits.outlines.consume(other.user._id)
    await expectProblem(
      other.call(api.completion.setRule, { params: { courseId: course._id }, body: rule }),
      429,
      'rate_limited',
    )
  })
})

describe('races', () => {
  test('of reports that complete a course: it is completed and announced once', async () => {
    const shop = await open(100)
    const second = await makeLecture(educator, shop.course._id)
    await uploadVideo(educator, second._id)
    const videoId = await videoOf(shop.course._id, second._id)
    await sql`update videos set duration_seconds = 100 where id = ${videoId}`.execute(app.deps.db)
    await setRule(shop.course._id)
    for (let round = 0; round < 5; round++) {
      const student = await one(shop)
      await Promise.all([
        watch(student, shop, [[0, 95]]),
        watch(student, { ...shop, lectureId: second._id, videoId }, [[0, 95]]),
        watch(student, shop, [[0, 95]]),
      ])
      expect((await completionIn(student, shop.course._id)).completedAt).not.toBeNull()
      expect(announced.filter((text) => text === `${student.user._id} ${shop.course._id}`)).toHaveLength(1)
    }
  })

  test.skipIf(!isWhole)(
    'of the last tick, the removal of the other lecture and a rule that is changed: everyone ends, and it is announced once',
    async () => {
      for (let round = 0; round < 5; round++) {
        const shop = await open(100)
        const more = await makeLecture(educator, shop.course._id)
        const student = await one(shop)
        const results = await Promise.allSettled([
          tick(student, shop.lectureId),
          educator.call(api.lectures.remove, { params: { lectureId: more._id } }),
          setRule(shop.course._id, { byHand: true }),
          watch(student, shop, [[0, 95]]),
        ])
        expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
        await runJobs(app, 'complete-course')
        expect((await completionIn(student, shop.course._id)).completedAt).not.toBeNull()
        expect(announced.filter((text) => text === `${student.user._id} ${shop.course._id}`)).toHaveLength(1)
      }
    },
  )
})
