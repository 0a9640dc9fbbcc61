import { api, type Course, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let course: Course
let lectures: [Lecture, Lecture, Lecture]
const people = new Map<string, TestUser>()

beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
  course = await makeCourse(educator, { price: 0 })
  const make = () => makeLecture(educator, course._id)
  lectures = [await make(), await make(), await make()]
  for (const name of ['Bela', 'anna', '100% Carl', 'Dora']) {
    const student = await app.makeUser('student', name)
    await buy(student, course._id)
    people.set(name, student)
  }
})
afterAll(() => app.close())

type Query = Parameters<typeof educator.call<typeof api.courses.students>>[1]['query']
const students = (query: Query = {}, user = educator, courseId = course._id) =>
  user.call(api.courses.students, { params: { courseId }, query })
const names = async (query: Query = {}) => (await students(query)).students.map(({ name }) => name)
const report = (name: string, place: 0 | 1 | 2, body: { seconds?: number; completed?: boolean }) =>
  people.get(name)?.call(api.learning.report, { params: { lectureId: lectures[place]._id }, body })

describe('students', () => {
  test('are listed with date, progress and when they last watched; the newest first, without addresses', async () => {
    await report('anna', 0, { seconds: 5, completed: true })
    await report('anna', 1, { completed: true })
    await report('Bela', 0, { seconds: 9 })
    await report('Dora', 2, { completed: true })
    const answer = await students()
    expect(answer).toMatchObject({ total: 4, lectureCount: 3 })
    expect(answer.students.map(({ name, completedLectures }) => [name, completedLectures])).toEqual([
      ['Dora', 1],
      ['100% Carl', 0],
      ['anna', 2],
      ['Bela', 0],
    ])
    const [dora, carl, anna, bela] = answer.students
    expect([dora?.lastWatchedAt, carl?.lastWatchedAt]).toEqual([null, null])
    expect(Date.parse(anna?.lastWatchedAt ?? '')).toBeGreaterThan(Date.parse(anna?.enrolledAt ?? ''))
    expect(bela?.lastWatchedAt).not.toBeNull()
    expect(Object.keys(dora ?? {}).toSorted()).toEqual([
      '_id',
      'completedLectures',
      'completion',
      'enrolledAt',
      'lastWatchedAt',
      'name',
      'photoUrl',
    ])
  })

  test('are sorted, found by name and paged', async () => {
    expect(await names({ sort: 'name' })).toEqual(['100% Carl', 'anna', 'Bela', 'Dora'])
    expect(await names({ sort: 'progress' })).toEqual(['anna', 'Dora', '100% Carl', 'Bela'])
    for (const [sort, all] of [
      ['newest', ['Dora', '100% Carl', 'anna', 'Bela']],
      ['name', ['100% Carl', 'anna', 'Bela', 'Dora']],
      ['progress', ['anna', 'Dora', '100% Carl', 'Bela']],
    ] as const) {
      const first = await students({ sort, limit: 3 })
      const last = await students({ sort, limit: 3, cursor: first.next ?? '' })
      const back = await students({ sort, limit: 3, cursor: last.previous ?? '' })
      expect([...first.students, ...last.students].map(({ name }) => name)).toEqual(all)
      expect([first.previous, last.next, back.students]).toEqual([null, null, first.students])
    }
    expect(await names({ text: 'AN' })).toEqual(['anna'])
    expect(await names({ text: '%' })).toEqual(['100% Carl'])
    expect(await names({ text: '_' })).toEqual([])
    expect(await students({ text: 'a', limit: 1 })).toMatchObject({ total: 4, students: [{}] })
  })

  test('counts neither other courses nor removed lectures', async () => {
    const other = await makeCourse(educator, { price: 0 })
    const extra = await makeLecture(educator, other._id)
    const student = await app.makeUser()
    await buy(student, other._id)
    expect(await students({}, educator, other._id)).toMatchObject({ total: 1, students: [{ completedLectures: 0 }] })
    await student.call(api.learning.report, { params: { lectureId: extra._id }, body: { completed: true } })
    expect((await students({}, educator, other._id)).students[0]?.completedLectures).toBe(1)
    await educator.call(api.lectures.remove, { params: { lectureId: extra._id } })
    expect(await students({}, educator, other._id)).toMatchObject({
      lectureCount: 0,
      students: [{ completedLectures: 0 }],
    })
  })

  test('a course that no one bought has none', async () => {
    const draft = await makeCourse(educator, { published: false })
    expect(await students({}, educator, draft._id)).toEqual({
      students: [],
      total: 0,
      lectureCount: 0,
      next: null,
      previous: null,
    })
  })

  test('no one but the owner reads them', async () => {
    const params = { courseId: course._id }
    const student = people.get('anna')
    await expectProblem(app.visitor(api.courses.students, { params, query: {} }), 401, 'unauthenticated')
    if (student) await expectProblem(students({}, student), 403, 'forbidden')
    await expectProblem(students({}, await app.makeUser('admin')), 403, 'forbidden')
    await expectProblem(students({}, await app.makeUser('educator')), 404, 'not_found')
    await expectProblem(students({}, educator, 'unknown'), 404, 'not_found')
    const removed = await makeCourse(educator, { price: 0 })
    await buy(await app.makeUser(), removed._id)
    await educator.call(api.courses.remove, { params: { courseId: removed._id } })
    await expectProblem(students({}, educator, removed._id), 404, 'not_found')
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'sort=email', `text=${'x'.repeat(101)}`])(
    'refuses ?%s',
    async (query) => {
      const url = `/api/course/students/${course._id}?${query}`
      const answer = await app.server.inject({ url, headers: { cookie: educator.cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )
})

describe('the table of students', () => {
  const path = (courseId: string) => api.courses.exportStudents.path.replace(':courseId', courseId)
  const download = ({ cookie }: TestUser, courseId: string) =>
    app.server.inject({ url: path(courseId), headers: { cookie } })

  test('has all of them, and nothing that a spreadsheet would compute', async () => {
    const hostile = await makeCourse(educator, { price: 0 })
    for (const name of ['=HYPERLINK("https://evil.example","Prize")', '+1', '-2+3', '@SUM(A1)', 'Anna, "the" Rao'])
      await buy(await app.makeUser('student', name), hostile._id)
    const answer = await download(educator, hostile._id)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="students.csv"',
      'cache-control': 'no-store',
    })
    const [head, ...rows] = answer.body.trimEnd().split('\r\n')
    expect(head).toBe(
      '\uFEFFName,Enrolled at,Completed lectures,Lectures,Last watched at,Completed at,Still missing,Certificate',
    )
    expect(rows.map((row) => row.replace(/,\d{4}-[^,]*Z,0,0,,,Nothing here counts[^,]*,$/, ''))).toEqual([
      '"Anna, ""the"" Rao"',
      "'@SUM(A1)",
      "'-2+3",
      "'+1",
      `"'=HYPERLINK(""https://evil.example"",""Prize"")"`,
    ])
    expect(rows).toHaveLength(5)
  })

  test('is for the owner alone, twenty times an hour', async () => {
    const other = await app.makeUser('educator')
    expect((await download(other, course._id)).statusCode).toBe(404)
    expect((await download(educator, 'no such course')).statusCode).toBe(404)
    expect((await app.server.inject(path(course._id))).statusCode).toBe(401)
    const answers = await Promise.all(Array.from({ length: 21 }, () => download(educator, course._id)))
    const limited = answers.filter(({ statusCode }) => statusCode === 429)
    // one was used before
    expect(limited).toHaveLength(2)
    expect(limited[0]?.headers['retry-after']).toMatch(/^\d+$/)
  })
})
