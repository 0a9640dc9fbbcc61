import { api, type BodyInput, type Course, type ErrorCode, maxSections, type Outline } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator')
  student = await app.makeUser()
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

type Arranged = BodyInput<typeof api.sections.arrange>
const create = (user: TestUser, courseId: string, title: string, firstLectureId?: string) =>
  user.call(api.sections.create, { params: { courseId }, body: { title, firstLectureId } })
const rename = (user: TestUser, sectionId: string, title: string) =>
  user.call(api.sections.rename, { params: { sectionId }, body: { title } })
const remove = (user: TestUser, sectionId: string) => user.call(api.sections.remove, { params: { sectionId } })
const arrange = (user: TestUser, courseId: string, body: Arranged) =>
  user.call(api.sections.arrange, { params: { courseId }, body })
const reorder = (courseId: string, lectureIds: string[]) =>
  educator.call(api.lectures.reorder, { params: { courseId }, body: { lectureIds } })
/** Rows of an outline: "a", then each section with its lectures. */
const outline = (before: string[], ...groups: [sectionId: string, lectureIds: string[]][]): Arranged => ({
  rows: [
    ...before.map((id) => ({ kind: 'lecture' as const, id })),
    ...groups.flatMap(([id, lectureIds]) => [
      { kind: 'section' as const, id },
      ...lectureIds.map((lectureId) => ({ kind: 'lecture' as const, id: lectureId })),
    ]),
  ],
})
type Rows = Pick<Outline, 'sections' | 'lectures'>
const read = (courseId: string): Promise<Rows> => app.visitor(api.lectures.list, { params: { courseId } })

/** "a b | Basics: c | Empty:": the lectures without a section, then the sections with theirs. */
function written({ sections, lectures }: Rows): string {
  const of = (id: string | undefined) =>
    lectures.flatMap(({ sectionId, lectureTitle }) => (sectionId === id ? [lectureTitle] : [])).join(' ')
  const grouped = [of(undefined), ...sections.map(({ _id, title }) => `${title}: ${of(_id)}`)].map((one) => one.trim())
  const flat = lectures.map(({ lectureTitle }) => lectureTitle).join(' ')
  expect([undefined, ...sections.map(({ _id }) => _id)].map(of).filter(Boolean).join(' ')).toBe(flat)
  return grouped.join(' | ').trim()
}

/** A published course with lectures a, b, c …, and their ids. */
async function begin(letters = 'abcd'): Promise<{ course: Course; ids: Record<string, string> }> {
  const course = await makeCourse(educator, { price: 0 })
  const ids: Record<string, string> = {}
  for (const letter of letters) ids[letter] = (await makeLecture(educator, course._id, letter))._id
  return { course, ids }
}

/** The course of `begin`, as "a | One: b c | Two: d". */
async function grouped() {
  const { course, ids } = await begin()
  const one = (await create(educator, course._id, 'One', ids.b)).section._id
  const two = (await create(educator, course._id, 'Two', ids.d)).section._id
  const { a = '', b = '', c = '', d = '' } = ids
  return { course, courseId: course._id, one, two, a, b, c, d }
}

describe('sections', () => {
  test('begin at a lecture or at the end; the order of the lectures stays, and new ones join the last section', async () => {
    const { course, ids } = await begin()
    expect(written(await read(course._id))).toBe('a b c d')
    expect(written(await create(educator, course._id, ' Two\u0007 ', ids.c))).toBe('a b | Two: c d')
    expect(written(await create(educator, course._id, 'One', ids.b))).toBe('a | One: b | Two: c d')
    expect(written(await create(educator, course._id, 'Four', ids.d))).toBe('a | One: b | Two: c | Four: d')
    const { section } = await create(educator, course._id, 'Five')
    expect(written(await read(course._id))).toBe('a | One: b | Two: c | Four: d | Five:')
    expect((await makeLecture(educator, course._id, 'e')).sectionId).toBe(section._id)
    expect(written(await read(course._id))).toBe('a | One: b | Two: c | Four: d | Five: e')
    const page = await app.visitor(api.courses.get, { params: { courseId: course._id } })
    expect({ sections: page.sections, lectures: page.lectures }).toEqual(await read(course._id))
  })

  test('are renamed and removed; lectures of a removed one join the section before it', async () => {
    const { courseId, one, two } = await grouped()
    expect(written(await rename(educator, two, 'Zwei'))).toBe('a | One: b c | Zwei: d')
    expect(written(await remove(educator, two))).toBe('a | One: b c d')
    expect(written(await remove(educator, one))).toBe('a b c d')
    expect(written(await read(courseId))).toBe('a b c d')
    await expectProblem(remove(educator, one), 404, 'not_found')
    await expectProblem(rename(educator, one, 'x'), 404, 'not_found')
  })

  test('are put in order with their lectures, as every page shows them', async () => {
    const { courseId, one, two, a, b, c, d } = await grouped()
    const arranged = await arrange(educator, courseId, outline([], [two, [c, a]], [one, [d, b]]))
    expect(written(arranged)).toBe('| Two: c a | One: d b')
    expect(arranged).toMatchObject(await read(courseId))
    const listed = (await educator.call(api.courses.published)).find(({ _id }) => _id === courseId)
    expect(listed?.lectures.map(({ lectureTitle }) => lectureTitle).join('')).toBe('cadb')
    expect(listed).not.toHaveProperty('sections')
    expect(listed?.lectures[0]).not.toHaveProperty('sectionId')
    const { continueLectureId } = await educator.call(api.learning.course, { params: { courseId } })
    expect(continueLectureId).toBe(c)
    const flat = outline([a, b], [one, []], [two, [c, d]])
    expect(written(await arrange(educator, courseId, flat))).toBe('a b | One: | Two: c d')
  })

  test('stay runs of lectures when the flat call reorders, and when lectures are removed', async () => {
    const { courseId, a, b, c, d } = await grouped()
    const { lectures } = await reorder(courseId, [b, a, c, d])
    expect(lectures.map(({ lectureTitle }) => lectureTitle).join('')).toBe('bacd')
    expect(written(await read(courseId))).toMatch(/^(\| One: b a c|b a \| One: c) \| Two: d$/)
    await reorder(courseId, [d, c, b, a])
    written(await read(courseId))
    await educator.call(api.lectures.remove, { params: { lectureId: c } })
    written(await read(courseId))
  })

  test('are copied with their course', async () => {
    const { courseId } = await grouped()
    const copy = await educator.call(api.courses.duplicate, { params: { courseId } })
    expect(written({ sections: copy.sections, lectures: copy.lectures })).toBe('a | One: b c | Two: d')
    const original = await read(courseId)
    expect(copy.sections.some(({ _id }) => original.sections.some((one) => one._id === _id))).toBe(false)
  })

  test('refuse outlines that do not name each lecture and section once, and change nothing', async () => {
    const { courseId, one, two, a, b, c, d } = await grouped()
    const other = await grouped()
    const first: [string, string[]] = [one, [b, c]]
    const second: [string, string[]] = [two, [d]]
    const wrong: Arranged[] = [
      { rows: [] },
      outline([], first, second),
      outline([a, a], first, second),
      outline([b, a], first, second),
      outline([a, other.a], first, second),
      outline([other.a], first, second),
      outline([a, 'unknown'], first, second),
      outline([a], first),
      outline([a], first, second, second),
      outline([a], first, [one, [d]]),
      outline([a], first, [other.two, [d]]),
      outline([a], first, second, [other.one, []]),
      outline([a, b, c, d]),
      // a lecture as a section, and the other way round
      outline([one, two, b, c, d], [a, []]),
    ]
    for (const body of wrong) await expectProblem(arrange(educator, courseId, body), 409, 'lectures_changed')
    const bad: unknown[] = [
      {},
      { rows: 'x' },
      { rows: [one] },
      { rows: [{ kind: 'course', id: a }] },
      { rows: [{ kind: 'lecture' }] },
      { rows: [{ kind: 'lecture', id: '\u0000' }] },
      { rows: Array(1201).fill({ kind: 'lecture', id: a }) },
    ]
    for (const body of bad) await expectProblem(arrange(educator, courseId, body as Arranged), 400, 'invalid_input')
    for (const title of ['', '  ', '\u200b', 'x'.repeat(201)]) {
      await expectProblem(create(educator, courseId, title), 400, 'invalid_input')
      await expectProblem(rename(educator, one, title), 400, 'invalid_input')
    }
    await expectProblem(create(educator, courseId, 'Here', other.a), 409, 'lectures_changed')
    await expectProblem(create(educator, courseId, 'Here', 'unknown'), 409, 'lectures_changed')
    expect(written(await read(courseId))).toBe('a | One: b c | Two: d')
    expect(written(await read(other.courseId))).toBe('a | One: b c | Two: d')
  })

  test('belong to the owner of the course alone', async () => {
    const { courseId, one } = await grouped()
    await buy(student, courseId)
    const body: Arranged = { rows: [] }
    const refused = async (user: Pick<TestUser, 'call'>, status: number, code: ErrorCode) => {
      const calls = [
        user.call(api.sections.create, { params: { courseId }, body: { title: 'x' } }),
        user.call(api.sections.rename, { params: { sectionId: one }, body: { title: 'x' } }),
        user.call(api.sections.remove, { params: { sectionId: one } }),
        user.call(api.sections.arrange, { params: { courseId }, body }),
      ]
      await Promise.all(calls.map((call) => expectProblem(call, status, code)))
    }
    await refused({ call: app.visitor }, 401, 'unauthenticated')
    await refused(student, 403, 'forbidden')
    await refused(await app.makeUser('admin'), 403, 'forbidden')
    await refused(await app.makeUser('educator'), 404, 'not_found')
    await expectProblem(create(educator, 'unknown', 'x'), 404, 'not_found')
    await expectProblem(arrange(educator, 'unknown', body), 404, 'not_found')
    await expectProblem(remove(educator, 'unknown'), 404, 'not_found')
    await educator.call(api.courses.remove, { params: { courseId } })
    await refused(educator, 404, 'not_found')
  })

  test('are bounded in number, also when they come at once, and in changes of an educator', async () => {
    const { course } = await begin('')
    const rows = Array.from({ length: maxSections - 1 }, (_, position) => ({
      id: `${course._id}-${position}`,
      course_id: course._id,
      position: position + 1,
      title: 'One of many',
      created_at: new Date(),
    }))
    await app.deps.db.insertInto('course_sections').values(rows).execute()
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((title) => create(educator, course._id, title)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectProblem(create(educator, course._id, 'D'), 400, 'invalid_input')
    expect((await read(course._id)).sections).toHaveLength(maxSections)
    for (let change = 0; change < 300; change++) await limits.outlines.consume(educator.user._id).catch(() => {})
    const calls = [
      { method: 'DELETE' as const, url: `/api/course/removesection/${course._id}-0` },
      { method: 'POST' as const, url: `/api/course/reorderlectures/${course._id}`, payload: { lectureIds: [] } },
    ]
    for (const call of calls) {
      const answer = await app.server.inject({ ...call, headers: { cookie: educator.cookie } })
      expect([answer.statusCode, Number(answer.headers['retry-after']) > 0], call.url).toEqual([429, true])
    }
  })

  test('outlines that meet each other leave one of them, each lecture once', async () => {
    const { courseId, one, two, a, b, c, d } = await grouped()
    const outlines = [outline([], [two, [a, b]], [one, [c, d]]), outline([d, c], [one, [b, a]], [two, []])]
    await Promise.all([...outlines, ...outlines].map((body) => arrange(educator, courseId, body)))
    expect(['| Two: a b | One: c d', 'd c | One: b a | Two:']).toContain(written(await read(courseId)))
  })
})
