import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { dayMs, setOpening } from '#test/support/openings.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const read = ({ cookie }: TestUser, lectureId: string) =>
  app.server.inject({ url: `/api/course/lecture/${lectureId}`, headers: { cookie } })
const codeIn = (reply: Awaited<ReturnType<typeof read>>) =>
  reply.statusCode < 400 ? reply.statusCode : reply.json().code

describe('a course that changes', () => {
  async function makeOrdered() {
    const educator = await app.makeUser('educator')
    const courseId = (await makeCourse(educator, { price: 0 }))._id
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three']) ids.push((await makeLecture(educator, courseId, title))._id)
    const [one, two, three] = ids as [string, string, string]
    await setOpening(educator, courseId, three, { kind: 'order' })
    const student = await app.makeUser()
    await buy(student, courseId)
    const sentence = async () => {
      const { entries } = await student.call(api.learning.course, { params: { courseId }, query: {} })
      return entries.find(({ lectureId }) => lectureId === three)?.opening?.sentence
    }
    const order = (lectureIds: string[]) =>
      educator.call(api.lectures.reorder, { params: { courseId }, body: { lectureIds } })
    return { educator, student, courseId, one, two, three, sentence, order }
  }

  test('waits for what comes before it now: moved, put into a section, removed', async () => {
    const { educator, courseId, one, two, three, sentence, order } = await makeOrdered()
    expect(await sentence()).toBe('Opens when “One” and 1 more before it are done.')
    await order([one, three, two])
    expect(await sentence()).toBe('Opens when “One” is done.')
    await order([three, one, two])
    expect(await sentence()).toBeUndefined()
    await order([one, two, three])
    const { section } = await educator.call(api.sections.create, {
      params: { courseId },
      body: { title: 'Week 1', firstLectureId: three },
    })
    expect(await sentence()).toBe('Opens when “One” and 1 more before it are done.')
    await educator.call(api.lectures.remove, { params: { lectureId: one } })
    expect(await sentence()).toBe('Opens when “Two” is done.')
    await educator.call(api.lectures.remove, { params: { lectureId: two } })
    expect(await sentence()).toBeUndefined()
    const { unset } = await educator.call(api.openings.read, { params: { courseId }, query: {} })
    await educator.call(api.openings.setSection, {
      params: { sectionId: section._id },
      body: { opens: { kind: 'days', days: 5 }, version: unset },
    })
    expect(await sentence()).toMatch(/^Opens on .* 5 days after you enrolled\.$/)
    // with its section goes the rule that was the section's
    await educator.call(api.sections.remove, { params: { sectionId: section._id } })
    expect(await sentence()).toBeUndefined()
  })

  test('keeps what is closed to those who have it after it is taken off the list, or removed', async () => {
    const { educator, student, courseId, three } = await makeOrdered()
    const content = () => read(student, three)
    await educator.call(api.courses.edit, { params: { courseId }, body: { isPublished: 'false' } })
    expect(codeIn(await content())).toBe('not_open_yet')
    await educator.call(api.courses.remove, { params: { courseId } })
    expect(codeIn(await content())).toBe('not_open_yet')
  })
})

test('a request that comes with a change of the rule is answered by the one or the other', async () => {
  const educator = await app.makeUser('educator')
  const courseId = (await makeCourse(educator, { price: 0 }))._id
  const lecture = await makeLecture(educator, courseId, 'Race')
  await educator.call(api.lectures.edit, { params: { lectureId: lecture._id }, body: { text: 'Run' }, files: {} })
  await setOpening(educator, courseId, lecture._id, { kind: 'days', days: 3 })
  const student = await app.makeUser()
  await buy(student, courseId)
  const again = () => read(student, lecture._id)
  const [changed, ...replies] = await Promise.all([
    setOpening(educator, courseId, lecture._id, { kind: 'date', at: new Date(app.clock.ms + dayMs).toISOString() }),
    ...Array.from({ length: 8 }, again),
  ])
  expect(changed.opens?.kind).toBe('date')
  expect(new Set(replies.map(codeIn))).toEqual(new Set(['not_open_yet']))
  const rows = await sql`select 1 from opened_lectures where lecture_id = ${lecture._id}`.execute(app.deps.db)
  expect(rows.rows).toEqual([])
  app.clock.ms += dayMs
  expect((await Promise.all(Array.from({ length: 8 }, again))).map(codeIn)).toEqual(Array(8).fill(200))
})

test.each(['a refund', 'a removed lecture', 'a deleted account'])(
  'of early openings at once with %s beside them all end, and none is left of what is gone',
  async (beside) => {
    const educator = await app.makeUser('educator')
    const courseId = (await makeCourse(educator, { price: 499 }))._id
    for (let round = 0; round < 3; round++) {
      const lectureId = (await makeLecture(educator, courseId))._id
      await setOpening(educator, courseId, lectureId, { kind: 'days', days: 3 })
      const student = await app.makeUser()
      await buy(student, courseId)
      const open = () =>
        educator.call(api.completion.openEarly, {
          params: { courseId, studentId: student.user._id },
          body: { lectureId, following: true },
        })
      const gone = {
        'a refund': () => withdraw(app, student),
        'a removed lecture': () => educator.call(api.lectures.remove, { params: { lectureId } }),
        'a deleted account': async () =>
          (await app.makeUser('admin')).call(api.admin.deleteUser, { params: { userId: student.user._id } }),
      }[beside]
      const results = await Promise.allSettled([open(), open(), read(student, lectureId), gone?.()])
      const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? one.reason] : []))
      expect(codes.filter((code) => code !== 'not_found')).toEqual([])
      const { rows } = await sql`
        select 1 from early_openings as early join users on users.id = early.user_id
        where lecture_id = ${lectureId} and users.deleted_at is not null`.execute(app.deps.db)
      expect(rows).toEqual([])
    }
  },
)
