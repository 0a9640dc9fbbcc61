import { api, type BodyOf, deletionWord } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let courseId: string
let lectures: [string, string]
const limits: Limits = createLimits(memoryStore())

beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator')
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  courseId = (await makeCourse(educator, { title: 'Weaving', price: 499 }))._id
  lectures = [(await makeLecture(educator, courseId, 'Warp'))._id, (await makeLecture(educator, courseId, 'Weft'))._id]
  student = await app.makeUser('student', 'Asha Rao')
  await buy(student, courseId)
})
afterAll(() => app.close())

type Body = BodyOf<typeof api.completion.correct>
const params = (studentId = student.user._id) => ({ courseId, studentId })
const read = (who = educator, studentId = student.user._id) =>
  who.call(api.completion.student, { params: params(studentId) })
const correct = (changes: Partial<Body> = {}, who = educator, studentId = student.user._id) =>
  who.call(api.completion.correct, {
    params: params(studentId),
    body: { lectureId: lectures[0], done: true, reason: 'Seen in class', ...changes },
  })
const ticks = async () => (await student.call(api.learning.course, { params: { courseId } })).completedLectures
const inbox = async () => {
  await runJobs(app, 'announce-mark-correction')
  const { notifications } = await student.call(api.notifications.list, { query: {} })
  return notifications.flatMap(({ kind, message, link }) => (kind === 'mark-corrected' ? [[message, link]] : []))
}

describe('a correction', () => {
  test('ticks an entry with the reason, of which the student is notified, and completes the course', async () => {
    expect(await read()).toMatchObject({
      student: { _id: student.user._id, name: 'Asha Rao' },
      completion: { met: 0, sentence: 'Still to do: 2 lectures to read.' },
      entries: [
        { lectureId: lectures[0], title: 'Warp', need: 'text', counts: true, doneAt: null },
        { lectureId: lectures[1], doneAt: null },
      ],
      corrections: [],
    })
    const seen = await correct()
    expect(seen.corrections).toMatchObject([{ title: 'Warp', done: true, reason: 'Seen in class' }])
    expect(seen.entries[0]?.doneAt).not.toBeNull()
    expect(await ticks()).toBe(1)
    const link = `/viewlecture/${courseId}?lecture=${lectures[0]}`
    expect(await inbox()).toEqual([['Warp in Weaving was marked as completed for you. Reason: Seen in class', link]])
    expect((await correct({ lectureId: lectures[1] })).completion.completedAt).not.toBeNull()
  })

  test('takes a tick back, and a completed course stays completed; repeating it leaves no second trace', async () => {
    await correct()
    await correct({ lectureId: lectures[1] })
    const undo = { done: false, reason: 'Another student' }
    await correct(undo)
    const { completion, corrections } = await correct(undo)
    expect(completion).toMatchObject({ met: 1, completedAt: expect.any(String) })
    expect(corrections.map(({ done }) => done)).toEqual([false, true, true])
    expect(await ticks()).toBe(1)
    expect((await inbox()).map(([message]) => message)).toContain(
      'Warp in Weaving was marked as not completed. Reason: Another student',
    )
    // the student may tick what is theirs to tick
    await student.call(api.learning.report, { params: { lectureId: lectures[0] }, body: { completed: true } })
    expect(await ticks()).toBe(2)
  })

  test('is for the educator of the course alone, of its own students and entries', async () => {
    const [other, stranger] = [await app.makeUser('educator'), await app.makeUser()]
    const foreign = await makeLecture(other, (await makeCourse(other))._id)
    await expectProblem(read(other), 404, 'not_found')
    await expectProblem(correct({}, other), 404, 'not_found')
    await expectProblem(read(student), 403, 'forbidden')
    await expectProblem(correct({}, student), 403, 'forbidden')
    await expectProblem(read(educator, stranger.user._id), 404, 'not_found')
    await expectProblem(correct({}, educator, stranger.user._id), 404, 'not_found')
    await expectProblem(correct({}, educator, 'unknown'), 404, 'not_found')
    for (const lectureId of [foreign._id, 'unknown']) await expectProblem(correct({ lectureId }), 404, 'not_found')
    await expectProblem(app.visitor(api.completion.student, { params: params() }), 401, 'unauthenticated')
    await withdraw(app, student)
    await expectProblem(read(), 404, 'not_found')
    await expectProblem(correct(), 404, 'not_found')
  })

  test.each<[string, unknown]>([
    ['no reason', { done: true }],
    ['a reason of spaces', { done: true, reason: '    ' }],
    ['a reason of two letters', { done: true, reason: 'ok' }],
    ['a long reason', { done: true, reason: 'x'.repeat(501) }],
    ['a text for a state', { done: 'true', reason: 'Seen in class' }],
    ['no state', { reason: 'Seen in class' }],
    ['another entry', { done: true, reason: 'Seen in class', lectureId: 7 }],
    ['a time', { done: true, reason: 'Seen in class', doneAt: '2020-01-01T00:00:00Z' }],
    ['a list', []],
  ])('with %s is refused', async (_name, payload) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: `/api/course/completion/${courseId}/${student.user._id}`,
      headers: { cookie: educator.cookie },
      payload: Array.isArray(payload) ? payload : { lectureId: lectures[0], ...(payload as object) }, // a table of bodies
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    expect(await ticks()).toBe(0)
  })

  test('is bounded', async () => {
    for (let count = 0; count < 200; count++) await limits.markCorrections.consume(educator.user._id)
    await expectProblem(correct(), 429, 'rate_limited')
  })

  test('of a deleted account is refused, and nothing of it is left', async () => {
    await correct()
    await student.call(api.ownAccount.deleteAccount, {
      body: { current: 'correct horse battery', confirm: deletionWord },
    })
    const { rows } = await sql`select from mark_corrections where user_id = ${student.user._id}`.execute(app.deps.db)
    expect(rows).toEqual([])
    await expectProblem(read(), 404, 'not_found')
    await expectProblem(correct(), 404, 'not_found')
  })
})

test.each(['a refund', 'a removed lecture'])(
  'of several at once, with a tick and %s beside them, all end',
  async (beside) => {
    for (let round = 0; round < 4; round++) {
      const one = await app.makeUser()
      await buy(one, courseId)
      const extra = await makeLecture(educator, courseId)
      const results = await Promise.allSettled([
        correct({}, educator, one.user._id),
        correct({}, educator, one.user._id),
        correct({ done: false }, educator, one.user._id),
        correct({ lectureId: extra._id }, educator, one.user._id),
        one.call(api.learning.report, { params: { lectureId: lectures[0] }, body: { completed: true } }),
        beside === 'a refund'
          ? withdraw(app, one)
          : educator.call(api.lectures.remove, { params: { lectureId: extra._id } }),
      ])
      const codes = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason.code ?? result.reason] : [],
      )
      expect(codes.filter((code) => !['not_found', 'not_entitled'].includes(code))).toEqual([])
    }
  },
)
