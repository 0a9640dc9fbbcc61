import { api } from '@virtual-courses/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { fillClass } from '#test/support/database/fill-class.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import {
  begin,
  handIn,
  makeQuiz,
  makeStudent,
  save,
  setQuiz,
  type TestQuiz,
  truth,
  truths,
} from '#test/support/quiz.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { percentOf } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const get = ({ cookie }: TestUser, url: string) => app.server.inject({ url, headers: { cookie } })
const table = ({ courseId, educator }: TestQuiz, query = {}) =>
  educator.call(api.marks.ofCourse, { params: { courseId }, query })

async function take(student: TestUser, quiz: TestQuiz, right: number): Promise<void> {
  const attempt = await begin(student, quiz)
  await save(
    student,
    attempt._id,
    attempt.questions.map(({ question }, at) => ({ position: question.position, answer: truth(at < right) })),
  )
  await handIn(student, attempt._id)
}

describe('the table of marks', () => {
  test('has the best attempt of each student, who sees the same', async () => {
    const quiz = await makeQuiz(app, { questions: truths(4) })
    await setQuiz(quiz, { passPercent: 50, negativePercent: 0 })
    const [anna, beno] = [await app.makeUser('student', 'Anna'), await app.makeUser('student', '=Beno()')]
    for (const student of [anna, beno]) await buy(student, quiz.courseId)
    for (const right of [1, 3, 2]) await take(anna, quiz, right)
    await begin(anna, quiz)
    const all = await table(quiz)
    expect(all).toMatchObject({ total: 2, entries: [{ lectureId: quiz.lectureId, title: 'Knots', kind: 'quiz' }] })
    const mark = { lectureId: quiz.lectureId, state: 'done', marks: 3, maxMarks: 4, attempts: 4, set: null }
    expect(all.students.map(({ student, marks, percent }) => [student.name, marks, percent])).toEqual([
      ['=Beno()', [], null],
      ['Anna', [mark], 75],
    ])
    const own = await anna.call(api.marks.own, { params: { courseId: quiz.courseId } })
    expect(own).toMatchObject({ marks: [mark], percent: 75, entries: all.entries })
    const rows = parse((await get(quiz.educator, `/api/marks/course/${quiz.courseId}/csv`)).body, { bom: true })
    const [entry, keep] = [`Knots [${quiz.lectureId}]`, 'Leave this column as it is [exported]']
    expect(rows).toEqual([
      ['Student', 'Student ID [student-id]', 'Average (%)', 'Completed at', entry, keep],
      ["'=Beno()", beno.user._id, '', '', '', 'v1'],
      [
        'Anna',
        anna.user._id,
        '75',
        all.students[1]?.completedAt ?? 'missing',
        '3',
        expect.stringMatching(/^v1 .{5}:3:.{5}$/),
      ],
    ])
  })

  test('goes on by pages, and finds names', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1) })
    for (const name of ['Chitra', 'Asha', 'Bala']) await buy(await app.makeUser('student', name), quiz.courseId)
    const first = await table(quiz, { limit: 2 })
    const last = await table(quiz, { limit: 2, cursor: first.next })
    expect([...first.students, ...last.students].map(({ student }) => student.name)).toEqual(['Asha', 'Bala', 'Chitra'])
    expect(await table(quiz, { text: 'bal' })).toMatchObject({ total: 1, students: [{ student: { name: 'Bala' } }] })
    expect(await table(quiz, { text: '%' })).toMatchObject({ total: 0, students: [] })
  })

  test('is of own courses, and own marks of courses of the student', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1) })
    const params = { courseId: quiz.courseId }
    const [other, stranger] = [await app.makeUser('educator'), await app.makeUser()]
    await expectProblem(other.call(api.marks.ofCourse, { params }), 404, 'not_found')
    await expectProblem(stranger.call(api.marks.own, { params }), 404, 'not_found')
    expect((await get(other, `/api/marks/course/${quiz.courseId}/csv`)).statusCode).toBe(404)
    const student = await makeStudent(app, quiz)
    expect((await get(student, `/api/marks/course/${quiz.courseId}`)).statusCode).toBe(403)
  })

  test.each(['limit=0', 'limit=101', 'cursor=x', 'limit=many', `text=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      const quiz = await makeQuiz(app, { questions: truths(1) })
      const reply = await get(quiz.educator, `/api/marks/course/${quiz.courseId}?${query}`)
      expect(reply.statusCode).toBe(400)
    },
  )

  test.each(['course', 'own'])('refuses an id that is none for %s', async (what) => {
    const educator = await app.makeUser('educator')
    for (const path of ['', ...(what === 'course' ? ['/csv'] : [])])
      expect((await get(educator, `/api/marks/${what}/${'x'.repeat(65)}${path}`)).statusCode).toBe(400)
  })

  test('meets a limit of downloads that says when to try again', async () => {
    const quiz = await makeQuiz(app, { questions: truths(1) })
    const url = `/api/marks/course/${quiz.courseId}/csv`
    let reply = await get(quiz.educator, url)
    for (let tries = 1; reply.statusCode === 200 && tries < 200; tries++) reply = await get(quiz.educator, url)
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

test.skipIf(!isWhole)('1,000 students and 60 entries stay quick', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1) })
  const { courseId, lectureId } = quiz
  const student = await makeStudent(app, quiz)
  await take(student, quiz, 1)
  await fillClass((text) => sql.raw<{ name: string }>(text).execute(app.deps.db), {
    courseId,
    lectureId,
    studentId: student.user._id,
    students: 1000,
    entries: 60,
  })
  const before = performance.now()
  const page = await table(quiz, { limit: 50 })
  const pageMs = performance.now() - before
  expect(page).toMatchObject({ total: 1000 })
  expect(page.entries).toHaveLength(60)
  expect(page.students.flatMap(({ marks }) => marks).length).toBeGreaterThan(49 * 59 - 1)
  const begun = performance.now()
  const file = await get(quiz.educator, `/api/marks/course/${courseId}/csv`)
  const fileMs = performance.now() - begun
  expect(file.body.split('\r\n')).toHaveLength(1002)
  console.info(`a page of 50 students x 60 entries: ${pageMs.toFixed(0)} ms; all 1,000 as CSV: ${fileMs.toFixed(0)} ms`)
  expect(pageMs).toBeLessThan(3000)
  expect(fileMs).toBeLessThan(20_000)
})

test('the average counts each entry that has marks the same', () => {
  expect(percentOf([])).toBeNull()
  expect(percentOf([{ marks: null, maxMarks: null }])).toBeNull()
  expect(
    percentOf([
      { marks: 1, maxMarks: 3 },
      { marks: 5, maxMarks: 5 },
      { marks: null, maxMarks: 4 },
      { marks: 0, maxMarks: 0 },
    ]),
  ).toBe(66.7)
})
