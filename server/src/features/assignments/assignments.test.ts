import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import {
  addFile,
  edit,
  makeAssignment,
  makeClass,
  mark,
  onlyAnswer,
  randomRevision,
  read,
  write,
} from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const progress = async (who: TestUser, courseId: string) =>
  (await who.call(api.learning.course, { params: { courseId } })).completedLectures
const notes = async (who: TestUser) => {
  await runJobs(app, 'announce-answer', 'announce-marked-answer')
  const { notifications } = await who.call(api.notifications.list, { query: {} })
  return notifications.filter(({ kind }) => kind.includes('answer')).map(({ kind, link }) => [kind, link])
}
const take = (who: TestUser, lectureId: string, attempt: number) =>
  who.call(api.assignments.withdraw, { params: { lectureId }, body: { attempt } })
const get = (who: TestUser | null, url: string, headers = {}) =>
  app.server.inject({ url, headers: { ...headers, ...(who && { cookie: who.cookie }) } })

describe('an answer', () => {
  test('is written, handed in, returned, handed in again and accepted, which completes the entry', async () => {
    const { educator, student, courseId, lectureId } = await makeClass(app)
    expect(await read(student, lectureId)).toMatchObject({ answer: null, closed: null, lateDays: 0 })
    await write(student, lectureId, 'Ten rows, draft')
    // no one sees a draft
    expect((await educator.call(api.assignments.answers, { query: { state: 'all' } })).answers).toEqual([])
    const first = await write(student, lectureId, 'Ten rows', 'handIn')
    expect(first).toMatchObject({ state: 'handed-in', attempt: 1, attempts: [{ number: 1, outcome: null }] })
    expect(await educator.call(api.assignments.waiting)).toEqual({ count: 1 })
    expect(await notes(educator)).toEqual([['answer-handed-in', `/answers?assignment=${lectureId}`]])

    const { _id } = await onlyAnswer(educator, 'waiting')
    await mark(educator, _id, 'returned', { comments: { weft: 'Row 3' } })
    expect(await educator.call(api.assignments.waiting)).toEqual({ count: 0 })
    expect(await progress(student, courseId)).toBe(0)
    const page = `/assignment/${courseId}/${lectureId}`
    expect(await notes(student)).toEqual([['answer-returned', page]])
    const { answer } = await read(student, lectureId)
    expect(answer).toMatchObject({ state: 'returned', text: 'Ten rows' })
    expect(answer?.attempts[0]).toMatchObject({
      outcome: 'returned',
      marking: { comment: 'Close the gaps.', comments: { weft: 'Row 3' }, marks: null, finalMarks: null },
    })

    await write(student, lectureId, 'Ten closed rows', 'handIn')
    expect((await onlyAnswer(educator)).attempt).toBe(2)
    await mark(educator, _id, 'accepted', { comment: '' })
    const done = (await read(student, lectureId)).answer
    expect(done).toMatchObject({ state: 'accepted', attempts: [{ number: 2 }, { number: 1, text: 'Ten rows' }] })
    expect(done?.attempts[0]?.marking).toMatchObject({ marks: 10, finalMarks: 10, maxMarks: 10 })
    expect(await progress(student, courseId)).toBe(1)
    expect((await notes(student))[0]).toEqual(['answer-accepted', page])
    await expectProblem(write(student, lectureId, 'More'), 409, 'answer_closed')
    await expectProblem(mark(educator, _id, 'returned'), 409, 'answer_closed')
    // marks may be corrected
    await mark(educator, _id, 'accepted', { levels: { warp: 'low', weft: 'yes' } })
    expect((await read(student, lectureId)).answer?.attempts[0]?.marking?.marks).toBe(4)
    expect(await progress(student, courseId)).toBe(1)
  })

  test('is withdrawn before it is marked, does not count then, and is what it was before', async () => {
    const { educator, student, lectureId } = await makeClass(app, { maxAttempts: 1 })
    await write(student, lectureId, 'One', 'handIn')
    await expectProblem(write(student, lectureId, 'Two'), 409, 'answer_closed')
    const { answer } = await take(student, lectureId, 1)
    expect(answer).toMatchObject({ state: 'draft', attempt: 0, text: 'One', attempts: [] })
    // taken back already
    expect((await take(student, lectureId, 1)).answer.state).toBe('draft')
    expect(await notes(educator)).toEqual([])
    await write(student, lectureId, 'Two', 'handIn')
    await mark(educator, (await onlyAnswer(educator))._id, 'returned')
    await expectProblem(take(student, lectureId, 1), 409, 'answer_closed')
    await expectProblem(write(student, lectureId, 'Three', 'handIn'), 409, 'answer_closed')
  })

  test('is not handed in empty, but with a file alone; what was handed in keeps a file that is removed later', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await expectProblem(write(student, lectureId, '', 'handIn'), 400, 'invalid_input')
    const [file] = await addFile(student, lectureId)
    const url = file?.url ?? ''
    expect((await get(educator, url)).statusCode).toBe(404)
    await write(student, lectureId, '', 'handIn')
    expect((await get(educator, url)).statusCode).toBe(200)
    await mark(educator, (await onlyAnswer(educator))._id, 'returned')
    const left = await student.call(api.assignments.removeFile, { params: { fileId: file?._id ?? '' } })
    expect(left.files).toEqual([])
    const { answer } = await read(student, lectureId)
    expect([answer?.files, answer?.attempts[0]?.files.map(({ name }) => name)]).toEqual([[], ['rows.txt']])
    expect((await get(educator, url)).body).toBe('Row 1')
    await addFile(student, lectureId, 'Row 2')
    await write(student, lectureId, 'Second', 'handIn')
    const second = (await read(student, lectureId)).answer?.attempts
    expect(second?.map(({ files }) => files.length)).toEqual([1, 1])
  })
})

describe('a due time', () => {
  const hour = 3600 * 1000
  const dueIn = (ms: number) => new Date(app.clock.ms + ms).toISOString()

  test('is read in the zone of the site', async () => {
    const { educator, lectureId } = await makeClass(app)
    const assignment = await edit(educator, lectureId, { dueAt: '2099-12-01T18:30' })
    expect([assignment.dueAt, assignment.zone]).toEqual(['2099-12-01T13:00:00.000Z', 'Asia/Kolkata'])
    expect((await edit(educator, lectureId, { dueAt: null })).dueAt).toBeNull()
  })

  test('refuses an answer after it, keeps the draft, and opens again when it is moved', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await edit(educator, lectureId, { dueAt: dueIn(hour), lateRule: 'refused' })
    app.clock.ms += hour - 60_000
    await write(student, lectureId, 'In time', 'handIn')
    await take(student, lectureId, 1)
    app.clock.ms += 61_000
    await expectProblem(write(student, lectureId, 'Late', 'handIn'), 409, 'answer_closed')
    await write(student, lectureId, 'Still a draft')
    expect(await read(student, lectureId)).toMatchObject({ closed: 'late', lateDays: 1 })
    await edit(educator, lectureId, { dueAt: dueIn(hour), lateRule: 'refused' })
    expect((await write(student, lectureId, 'In time again', 'handIn')).state).toBe('handed-in')
  })

  test('takes marks for each day, by the due time of when it is marked, and what was marked stays', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await edit(educator, lectureId, { dueAt: dueIn(hour), lateRule: 'reduced', latePercent: 15 })
    app.clock.ms += 26 * hour
    await write(student, lectureId, 'Two days late', 'handIn')
    const { _id, lateDays } = await onlyAnswer(educator)
    expect(lateDays).toBe(2)
    await mark(educator, _id, 'accepted')
    await edit(educator, lectureId, { dueAt: null })
    const [attempt] = (await read(student, lectureId)).answer?.attempts ?? []
    expect(attempt).toMatchObject({ lateDays: 2, marking: { marks: 10, percentOff: 30, finalMarks: 7 } })
  })
})

describe('marking', () => {
  test('by a rubric that was changed meanwhile marks nothing; earlier marks keep theirs', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await write(student, lectureId, 'Rows', 'handIn')
    const { _id } = await onlyAnswer(educator)
    const { assignment } = await educator.call(api.assignments.answer, { params: { answerId: _id } })
    await edit(educator, lectureId, { rubric: [], maxMarks: 20 })
    const old = { rubricVersion: assignment.rubricVersion }
    await expectProblem(mark(educator, _id, 'accepted', old), 409, 'changed_elsewhere')
    await mark(educator, _id, 'accepted', { levels: {}, marks: 20 })
    await edit(educator, lectureId, { maxMarks: 5, rubric: [] })
    const [attempt] = (await read(student, lectureId)).answer?.attempts ?? []
    expect(attempt?.marking).toMatchObject({ marks: 20, maxMarks: 20, rubric: [] })
    expect(await onlyAnswer(educator)).toMatchObject({ finalMarks: 20, maxMarks: 20 })
  })

  test('another title or task changes nothing for who is marking', async () => {
    const { educator, student, lectureId } = await makeClass(app)
    await write(student, lectureId, 'Rows', 'handIn')
    const { _id } = await onlyAnswer(educator)
    const { assignment } = await educator.call(api.assignments.answer, { params: { answerId: _id } })
    await edit(educator, lectureId, { title: 'Another', task: 'Words' })
    await mark(educator, _id, 'accepted', { rubricVersion: assignment.rubricVersion })
  })

  test.each([
    ['no level', { levels: {} }],
    ['a level of another criterion', { levels: { warp: 'yes', weft: 'yes' } }],
    ['an unknown criterion', { levels: { warp: 'top', weft: 'yes', sheen: 'top' } }],
  ])('with %s is refused', async (_name, changes) => {
    const { educator, student, lectureId } = await makeClass(app)
    await write(student, lectureId, 'Rows', 'handIn')
    await expectProblem(mark(educator, (await onlyAnswer(educator))._id, 'accepted', changes), 400, 'invalid_input')
    expect((await onlyAnswer(educator)).state).toBe('handed-in')
  })

  test('above the highest marks is refused', async () => {
    const { educator, student, lectureId } = await makeClass(app, { rubric: [], maxMarks: 5 })
    await write(student, lectureId, 'Rows', 'handIn')
    const { _id } = await onlyAnswer(educator)
    await expectProblem(mark(educator, _id, 'accepted', { levels: {}, marks: 6 }), 400, 'invalid_input')
    await mark(educator, _id, 'accepted', { levels: {}, marks: 5 })
  })
})

describe('the list of answers', () => {
  test('has what waits the longest first, over all courses, page by page, and names the next one', async () => {
    const { educator, student, courseId, lectureId } = await makeClass(app)
    const other = await makeAssignment(educator, (await makeCourse(educator, { price: 0 }))._id)
    const students = [student, await app.makeUser(), await app.makeUser()]
    for (const one of students.slice(1)) await buy(one, courseId)
    for (const one of students.toReversed()) {
      await write(one, lectureId, `By ${one.user.name}`, 'handIn')
      app.clock.ms += 1000
    }
    const page = (cursor?: string) => educator.call(api.assignments.answers, { query: { limit: 2, cursor } })
    const first = await page()
    const second = await page(first.next ?? '')
    expect([...first.answers, ...second.answers].map((one) => one.student._id)).toEqual(
      students.toReversed().map(({ user }) => user._id),
    )
    expect([second.next, (await page(second.previous ?? '')).answers]).toEqual([null, first.answers])
    const next = await mark(educator, first.answers[0]?._id ?? '', 'accepted')
    expect(next.next).toBe(first.answers[1]?._id)
    const count = async (query: object) => (await educator.call(api.assignments.answers, { query })).answers.length
    expect(await count({ state: 'accepted' })).toBe(1)
    expect(await count({ state: 'all', courseId })).toBe(3)
    expect(await count({ state: 'all', lectureId: other._id })).toBe(0)
    const stranger = await app.makeUser('educator')
    expect((await stranger.call(api.assignments.answers, { query: { state: 'all' } })).answers).toEqual([])
    await expectProblem(
      stranger.call(api.assignments.answer, { params: { answerId: first.answers[0]?._id ?? '' } }),
      404,
      'not_found',
    )
    await expectProblem(mark(stranger, first.answers[1]?._id ?? '', 'accepted'), 404, 'not_found')
  })
})

describe('access', () => {
  test('is that of the course: others neither read the task nor hand in, and its educator has no answer', async () => {
    const { educator, lectureId } = await makeClass(app)
    const stranger = await app.makeUser()
    await expectProblem(read(stranger, lectureId), 403, 'not_entitled')
    const body = { text: 'x', revision: randomRevision(), base: null }
    for (const call of ['save', 'handIn'] as const) {
      await expectProblem(stranger.call(api.assignments[call], { params: { lectureId }, body }), 403, 'not_entitled')
      await expectProblem(educator.call(api.assignments[call], { params: { lectureId }, body }), 403, 'forbidden')
    }
    await expectProblem(take(educator, lectureId, 1), 403, 'forbidden')
    await expectProblem(addFile(educator, lectureId), 403, 'forbidden')
    await expectProblem(addFile(stranger, lectureId), 403, 'not_entitled')
    expect(await read(educator, lectureId)).toMatchObject({ answer: null, closed: 'educator' })
    expect((await read(educator, lectureId)).assignment.version).toMatch(/^[\w-]{22}$/)
    const rival = await app.makeUser('educator')
    await expectProblem(edit(rival, lectureId), 404, 'not_found')
  })

  test('ends with a refund, for files too; nothing of theirs waits any more, and it is back after the next purchase', async () => {
    const { educator, student, lectureId, courseId } = await makeClass(app)
    const course = await makeCourse(educator, { price: 499 })
    const paid = await makeAssignment(educator, course._id)
    await buy(student, course._id)
    const [file] = await addFile(student, paid._id)
    await write(student, paid._id, 'Rows', 'handIn')
    await write(student, lectureId, 'Rows', 'handIn')
    expect(await educator.call(api.assignments.waiting)).toEqual({ count: 2 })
    await sql`delete from enrolments where course_id = ${course._id}`.execute(app.deps.db)
    await expectProblem(read(student, paid._id), 403, 'not_entitled')
    expect((await get(student, file?.url ?? '')).statusCode).toBe(403)
    expect((await get(educator, file?.url ?? '')).statusCode).toBe(404)
    expect(await educator.call(api.assignments.waiting)).toEqual({ count: 1 })
    expect((await onlyAnswer(educator, 'waiting')).courseId).toBe(courseId)
    await sql`insert into enrolments (user_id, course_id, amount_paise, created_at)
      values (${student.user._id}, ${course._id}, 0, now())`.execute(app.deps.db)
    expect((await read(student, paid._id)).answer?.state).toBe('handed-in')
    expect((await get(educator, file?.url ?? '')).statusCode).toBe(200)
  })

  test('of a removed course stays for its students, but takes nothing more', async () => {
    const { educator, student, lectureId, courseId } = await makeClass(app)
    await write(student, lectureId, 'Rows')
    await educator.call(api.courses.remove, { params: { courseId } })
    expect(await read(student, lectureId)).toMatchObject({ answer: { text: 'Rows' }, closed: 'removed' })
    await expectProblem(write(student, lectureId, 'Rows', 'handIn'), 409, 'answer_closed')
  })

  test('a lecture is no assignment', async () => {
    const { educator, student, courseId } = await makeClass(app)
    const lecture = await makeLecture(educator, courseId)
    await expectProblem(read(student, lecture._id), 404, 'not_found')
    await expectProblem(edit(educator, lecture._id), 404, 'not_found')
  })
})
