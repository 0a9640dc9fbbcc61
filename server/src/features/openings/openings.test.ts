import { api, type BodyInput } from '@virtual-courses/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAssignment, randomRevision } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import {
  answer,
  askAbout,
  listQuestions,
  makeAskedCourse,
  newKey,
  readQuestion,
  report,
  titlesOf,
  vote,
} from '#test/support/questions.ts'
import { makeChecked, makeQuiz } from '#test/support/quiz.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { defaultRule } from '../lectures/index.ts'
import { decideClosed, type Entry } from './rules.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const pdf = () => new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'], { type: 'application/pdf' })
const dayMs = 24 * 3600 * 1000
type Opens = BodyInput<typeof api.openings.setLecture>['opens']

const read = (courseId: string, days = 0, by = educator) =>
  by.call(api.openings.read, { params: { courseId }, query: { days } })
async function open(courseId: string, lectureId: string, opens: Opens, by = educator) {
  const { lectures, unset } = await read(courseId, 0, by)
  const version = lectures.find((one) => one.lectureId === lectureId)?.version ?? unset
  return by.call(api.openings.setLecture, { params: { lectureId }, body: { opens, version } })
}
const tick = (student: TestUser, lectureId: string) =>
  student.call(api.learning.report, { params: { lectureId }, body: { completed: true } })
const contentOf = (user: TestUser, lectureId: string) => user.call(api.lectures.content, { params: { lectureId } })

async function makeClass(count = 3) {
  const course = await makeCourse(educator, { price: 0 })
  const lectures = []
  for (let at = 0; at < count; at++) lectures.push(await makeLecture(educator, course._id, `Part ${at + 1}`))
  const student = await app.makeUser()
  await buy(student, course._id)
  return { courseId: course._id, ids: lectures.map(({ _id }) => _id) as [string, string, string], student }
}
const openingsOf = async (student: TestUser, courseId: string) =>
  (await student.call(api.learning.course, { params: { courseId } })).entries.map(({ opening }) => opening?.sentence)

describe('an entry', () => {
  test('opens some days after each student enrolled, and each place says when', async () => {
    const { courseId, ids, student } = await makeClass()
    await open(courseId, ids[1], { kind: 'days', days: 3 })
    const error = await expectProblem(contentOf(student, ids[1]), 403, 'not_open_yet')
    expect(error.message).toMatch(/^Opens on .+, 3 days after you enrolled\.$/)
    expect(await openingsOf(student, courseId)).toEqual([undefined, error.message, undefined])
    const [mine] = (await student.call(api.learning.overview, {})).courses
    expect(mine?.opensNext).toMatchObject({ lectureId: ids[1], sentence: error.message, after: null })
    expect(mine?.completion.sentence).toContain('1 of them is not open yet')
    expect((await read(courseId, 2)).closed.map(({ lectureId }) => lectureId)).toEqual([ids[1]])
    expect((await read(courseId, 3)).closed).toEqual([])
    // its educator and an admin read it at any time
    await contentOf(educator, ids[1])
    await contentOf(await app.makeUser('admin'), ids[1])
    app.clock.ms += 3 * dayMs + 60_000
    await contentOf(student, ids[1])
    expect(await openingsOf(student, courseId)).toEqual([undefined, undefined, undefined])
  })

  test('opens at a time, and stays open to who has opened it, whatever is set later', async () => {
    const { courseId, ids, student } = await makeClass()
    const at = new Date(app.clock.ms + dayMs).toISOString()
    await open(courseId, ids[0], { kind: 'date', at })
    await expectProblem(contentOf(student, ids[0]), 403, 'not_open_yet')
    await expectProblem(tick(student, ids[0]), 403, 'not_open_yet')
    app.clock.ms += dayMs + 1000
    await contentOf(student, ids[0])
    await open(courseId, ids[0], { kind: 'days', days: 700 })
    await contentOf(student, ids[0])
    const late = await app.makeUser()
    await buy(late, courseId)
    await expectProblem(contentOf(late, ids[0]), 403, 'not_open_yet')
  })

  test('opens after what comes before is done, which it names', async () => {
    const { courseId, ids, student } = await makeClass()
    await open(courseId, ids[2], { kind: 'order' })
    const sentences = async () => (await openingsOf(student, courseId))[2]
    expect(await sentences()).toBe('Opens when “Part 1” and 1 more before it are done.')
    await tick(student, ids[0])
    expect(await sentences()).toBe('Opens when “Part 2” is done.')
    await tick(student, ids[1])
    expect(await sentences()).toBeUndefined()
    await contentOf(student, ids[2])
  })

  test('is closed with its section, but for a free preview', async () => {
    const { courseId, ids, student } = await makeClass()
    const { section } = await educator.call(api.sections.create, {
      params: { courseId },
      body: { title: 'Week 2', firstLectureId: ids[1] },
    })
    const { unset } = await read(courseId)
    const body = { opens: { kind: 'days', days: 7 }, version: unset } as const
    await educator.call(api.openings.setSection, { params: { sectionId: section._id }, body })
    await uploadVideo(educator, ids[2], true)
    await expectProblem(contentOf(student, ids[1]), 403, 'not_open_yet')
    await contentOf(student, ids[2])
    expect((await read(courseId)).sections).toEqual([
      { sectionId: section._id, opens: body.opens, version: expect.any(String) },
    ])
  })
})

describe('what leaves the server', () => {
  /** What a student may call by the id of an entry, with a valid body; the rest is their educator's, or gives out titles and times alone. */
  const calls: Record<string, object | null> = {
    'GET /api/course/lecture/:lectureId': null,
    'GET /api/media/lectures/:lectureId/captions/en.vtt': null,
    'GET /api/media/lectures/:lectureId/video': null,
    'GET /api/media/lectures/:lectureId/stream/main.m3u8': null,
    'GET /api/media/lectures/:lectureId/stream/360p.m3u8': null,
    'GET /api/media/lectures/:lectureId/stream/storyboard.vtt': null,
    'POST /api/learning/lecture/:lectureId': { completed: true },
    'POST /api/learning/lecture/:lectureId/watched': { id: 'a'.repeat(16), videoId: 'any', intervals: [[0, 1]] },
    'POST /api/questions/lecture/:lectureId': { key: 'a'.repeat(16), title: 'What?', text: '' },
    'GET /api/live/messages/:lectureId': null,
    'GET /api/quiz/check/:lectureId/:questionId': null,
    'POST /api/quiz/check/:lectureId/:questionId': { answer: { kind: 'truth', value: true }, tries: 0 },
  }

  test('is nothing of a lecture that is closed', async () => {
    const video = await makeChecked(await makeQuiz(app))
    const { courseId, lectureId, questionIds } = video
    const student = await app.makeUser()
    await buy(student, courseId)
    await open(courseId, lectureId, { kind: 'days', days: 2 }, video.educator)
    for (const [call, payload] of Object.entries(calls)) {
      const [method, path] = call.split(' ') as ['GET' | 'POST', string]
      const url = path.replace(':lectureId', lectureId).replace(':questionId', questionIds[0] ?? '')
      const reply = await app.server.inject({
        method,
        url,
        headers: { cookie: student.cookie },
        ...(payload && { payload }),
      })
      expect([call, reply.statusCode, reply.json().code]).toEqual([call, 403, 'not_open_yet'])
    }
    const { checks } = await student.call(api.learning.course, { params: { courseId } })
    expect(checks).toBeUndefined()
    app.clock.ms += 2 * dayMs + 60_000
    await contentOf(student, lectureId)
    expect((await student.call(api.learning.course, { params: { courseId } })).checks).not.toHaveLength(0)
  })

  test('is nothing of a quiz and an assignment that are closed', async () => {
    const quiz = await makeQuiz(app)
    const student = await app.makeUser()
    await buy(student, quiz.courseId)
    const { _id } = await makeAssignment(quiz.educator, quiz.courseId)
    for (const lectureId of [quiz.lectureId, _id])
      await open(quiz.courseId, lectureId, { kind: 'days', days: 2 }, quiz.educator)
    await expectProblem(
      student.call(api.quizAttempts.page, { params: { lectureId: quiz.lectureId } }),
      403,
      'not_open_yet',
    )
    await expectProblem(
      student.call(api.quizAttempts.begin, { params: { lectureId: quiz.lectureId } }),
      403,
      'not_open_yet',
    )
    await expectProblem(student.call(api.assignments.read, { params: { lectureId: _id } }), 403, 'not_open_yet')
    const body = { text: 'Mine', revision: randomRevision(), base: null }
    for (const call of [api.assignments.save, api.assignments.handIn])
      await expectProblem(student.call(call, { params: { lectureId: _id }, body }), 403, 'not_open_yet')
    await expectProblem(
      student.call(api.assignments.withdraw, { params: { lectureId: _id }, body: { attempt: 1 } }),
      403,
      'not_open_yet',
    )
    await expectProblem(
      student.call(api.assignments.addFile, { params: { lectureId: _id }, body: {}, files: { file: pdf() } }),
      403,
      'not_open_yet',
    )
  })
})

describe('what belongs to a lecture that is closed', () => {
  test('files, notes and questions stay inside, in lists too', async () => {
    const { educator: teacher, student, other, courseId, lectureId } = await makeAskedCourse(app)
    const { attachments } = await teacher.call(api.lectures.attach, {
      params: { lectureId },
      body: {},
      files: { file: pdf() },
    })
    const { _id: questionId } = await askAbout(teacher, lectureId, { title: 'Which loom is the best loom?' })
    const answerId = (await answer(teacher, questionId))._id
    await open(courseId, lectureId, { kind: 'days', days: 2 }, teacher)
    for (const { _id } of attachments) {
      const reply = await app.server.inject({
        url: `/api/media/attachments/${_id}`,
        headers: { cookie: student.cookie },
      })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_open_yet'])
    }
    const place = { kind: 'text' as const, block: 0, quote: 'x' }
    const note = { lectureId, place, text: 'Mine', revision: newKey(), base: null, attempts: [] }
    await expectProblem(student.call(api.notes.save, { params: { noteId: newKey() }, body: note }), 403, 'not_open_yet')
    expect(await titlesOf(student, courseId)).toEqual([])
    await expectProblem(listQuestions(student, courseId, { lecture: lectureId }), 403, 'not_open_yet')
    const similar = await student.call(api.questions.similar, { params: { courseId }, query: { text: 'best loom' } })
    expect(similar.questions).toEqual([])
    for (const call of [
      () => readQuestion(student, questionId),
      () => answer(student, questionId),
      () => vote(student, answerId),
      () => report(student, answerId),
      () => student.call(api.questions.follow, { params: { questionId }, body: { follows: true } }),
    ])
      await expectProblem(call(), 403, 'not_open_yet')
    // their educator, and a student who has it open, read all of it
    expect(await titlesOf(teacher, courseId)).toHaveLength(1)
    app.clock.ms += 2 * dayMs + 60_000
    await contentOf(other, lectureId)
    expect(await titlesOf(other, courseId)).toHaveLength(1)
    await readQuestion(other, questionId)
  })
})

describe('the rule', () => {
  const none = { opensAt: null, afterDays: null, inOrder: false }
  const ruleArb = fc.oneof(
    fc.constant(none),
    fc.integer({ min: 0, max: 20 }).map((day) => ({ ...none, opensAt: new Date(day * dayMs) })),
    fc.integer({ min: 1, max: 20 }).map((afterDays) => ({ ...none, afterDays })),
    fc.constant({ ...none, inOrder: true }),
  )
  const entriesArb = fc
    .array(
      fc.record({ own: ruleArb, section: fc.constantFrom('a', 'b', 'c'), done: fc.boolean(), isPreview: fc.boolean() }),
      { maxLength: 12 },
    )
    .chain((rows) => fc.tuple(fc.constant(rows), fc.array(ruleArb, { minLength: 3, maxLength: 3 })))
    .map(([rows, rules]): Entry[] =>
      rows
        .toSorted((a, b) => a.section.localeCompare(b.section))
        .map(({ own, section, done, isPreview }, at) => ({
          id: String(at),
          title: String(at),
          kind: 'lecture',
          videoId: 'v',
          sectionId: section,
          isPreview,
          own,
          section: rules['abc'.indexOf(section)] ?? none,
          isEmpty: false,
          isOpened: false,
          doneAt: done ? new Date(0) : null,
          overAt: null,
          stuck: null,
        })),
    )
  const student = { enrolledAt: new Date(2 * dayMs), completedAt: null }
  const closedAt = (entries: Entry[], day: number, at = student) =>
    new Set(decideClosed(entries, at, defaultRule, new Date(day * dayMs)).keys())

  test('closes nothing more as time goes by, or as more is done', () => {
    fc.assert(
      fc.property(entriesArb, fc.nat(30), fc.nat(30), fc.nat(11), (entries, day, more, at) => {
        const before = closedAt(entries, day)
        expect([...closedAt(entries, day + more)].filter((id) => !before.has(id))).toEqual([])
        const done = entries.map((entry, index) => (index === at ? { ...entry, doneAt: new Date(0) } : entry))
        expect([...closedAt(done, day)].filter((id) => !before.has(id))).toEqual([])
      }),
    )
  })

  test('lets everyone reach everything: with time, the first open entry is never missing', () => {
    fc.assert(
      fc.property(entriesArb, (entries) => {
        const state = entries.map((entry) => ({ ...entry }))
        for (;;) {
          const closed = closedAt(state, 40)
          const next = state.find(({ id, doneAt }) => doneAt === null && !closed.has(id))
          if (!next) break
          next.doneAt = new Date(0)
        }
        expect(state.every(({ doneAt }) => doneAt !== null)).toBe(true)
      }),
    )
  })
})

describe('input', () => {
  test.each([
    ['no body', undefined],
    ['an unknown kind', { opens: { kind: 'moon' }, version: 'a' }],
    ['no days', { opens: { kind: 'days' }, version: 'a' }],
    ['0 days', { opens: { kind: 'days', days: 0 }, version: 'a' }],
    ['731 days', { opens: { kind: 'days', days: 731 }, version: 'a' }],
    ['half a day', { opens: { kind: 'days', days: 1.5 }, version: 'a' }],
    ['days as text', { opens: { kind: 'days', days: '7' }, version: 'a' }],
    ['a date that is none', { opens: { kind: 'date', at: '2027-13-45T10:00' }, version: 'a' }],
    ['a date in words', { opens: { kind: 'date', at: 'tomorrow' }, version: 'a' }],
    ['a long date', { opens: { kind: 'date', at: '2'.repeat(100) }, version: 'a' }],
    ['more than the fields', { opens: { kind: 'order', days: 3 }, version: 'a' }],
  ])('with %s is refused', async (_, payload) => {
    const { courseId, ids } = await shared()
    const { section } = await sectionOf(courseId)
    for (const url of [`/api/course/lectureopening/${ids[0]}`, `/api/course/sectionopening/${section}`]) {
      const reply = await app.server.inject({
        method: 'POST',
        url,
        headers: { cookie: educator.cookie },
        ...(payload && { payload }),
      })
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 400, 'invalid_input'])
    }
  })

  test.each(['-1', '731', '1.5', 'x', '%00'])('days=%s shows no course', async (days) => {
    const { courseId } = await shared()
    const url = `/api/course/openings/${courseId}?days=${days}`
    const reply = await app.server.inject({ method: 'GET', url, headers: { cookie: educator.cookie } })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })

  test('of others, and of a version that is no longer there, changes nothing', async () => {
    const { courseId, ids, student } = await shared()
    const stranger = await app.makeUser('educator')
    const { unset } = await read(courseId)
    const body = { opens: { kind: 'order' as const }, version: unset }
    await expectProblem(read(courseId, 0, stranger), 404, 'not_found')
    await expectProblem(
      stranger.call(api.openings.setLecture, { params: { lectureId: ids[0] }, body }),
      404,
      'not_found',
    )
    await expectProblem(
      student.call(api.openings.setLecture, { params: { lectureId: ids[0] }, body }),
      403,
      'forbidden',
    )
    await educator.call(api.openings.setLecture, { params: { lectureId: ids[0] }, body })
    await expectProblem(
      educator.call(api.openings.setLecture, { params: { lectureId: ids[0] }, body: { ...body, opens: null } }),
      409,
      'changed_elsewhere',
    )
    expect((await read(courseId)).lectures).toHaveLength(1)
  })
})

let one: ReturnType<typeof makeClass> | undefined
const shared = () => {
  one ??= makeClass()
  return one
}
let sectionId: string | undefined
async function sectionOf(courseId: string) {
  sectionId ??= (await educator.call(api.sections.create, { params: { courseId }, body: { title: 'Week 1' } })).section
    ._id
  return { section: sectionId }
}
