import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { form, makeClass, onlyAnswer, randomRevision, read, weaving, write } from '#test/support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let lectureId: string
let courseId: string
let answerId: string
let rubricVersion: string
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  ;({ educator, student, lectureId, courseId } = await makeClass(app))
  await write(student, lectureId, 'Rows', 'handIn')
  answerId = (await onlyAnswer(educator))._id
  rubricVersion = (await read(student, lectureId)).assignment.rubricVersion
})
beforeEach(() => Object.assign(limits, createLimits(memoryStore())))
afterAll(() => app.close())

const send = async (who: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const headers = { cookie: who.cookie }
  const answer = await app.server.inject({ method, url, headers, ...(payload && { payload }) })
  return [answer.statusCode, answer.json().code]
}
const [warp, weft] = weaving
const level = (points: unknown, id: unknown = 'a') => ({ id, title: 'A', description: '', points })
const criterion = (changes: object) => ({ rubric: [{ ...warp, ...changes }] })

describe('an assignment', () => {
  test.each<[string, object]>([
    ['no title', { title: '' }],
    ['a title of signs that no one sees', { title: '\u200b\u202e' }],
    ['a long title', { title: 'x'.repeat(201) }],
    ['no task', { task: undefined }],
    ['a task beyond measure', { task: 'x'.repeat(50_001) }],
    ['a due time that is none', { dueAt: 'tomorrow' }],
    ['a day that is none', { dueAt: '2026-02-30T10:00' }],
    ['another late rule', { lateRule: 'forgiven' }],
    ['no percent', { latePercent: 0 }],
    ['more percent than all', { latePercent: 101 }],
    ['half a percent', { latePercent: 0.5 }],
    ['no attempt', { maxAttempts: 0 }],
    ['attempts without end', { maxAttempts: 11 }],
    ['no marks', { maxMarks: 0 }],
    ['marks beyond measure', { maxMarks: 1001 }],
    ['marks as text', { maxMarks: '10' }],
    ['a rubric that is no list', { rubric: {} }],
    ['thirteen criteria', { rubric: Array.from({ length: 13 }, (_, at) => ({ ...warp, id: `c${at}` })) }],
    ['two criteria with one id', { rubric: [warp, { ...weft, id: 'warp' }] }],
    ['two levels with one id', criterion({ levels: [level(0), level(1)] })],
    ['one level', criterion({ levels: [level(1)] })],
    ['seven levels', criterion({ levels: [0, 1, 2, 3, 4, 5, 6].map((at) => level(at, `l${at}`)) })],
    ['levels without points', criterion({ levels: [level(0), level(0, 'b')] })],
    ['negative points', criterion({ levels: [level(-1), level(1, 'b')] })],
    ['points beyond measure', criterion({ levels: [level(0), level(1001, 'b')] })],
    ['points that are infinite', criterion({ levels: [level(0), level('Infinity', 'b')] })],
    [
      'more points than marks',
      {
        rubric: [
          criterion({ levels: [level(0), level(900, 'b')] }).rubric[0],
          { ...weft, levels: [level(0), level(900, 'b')] },
        ],
      },
    ],
    ['an id that is no part', criterion({ id: '__proto__' })],
    ['a criterion without a name', criterion({ title: ' ' })],
    ['more than the fields', { published: true }],
    ['a version that is none', { version: 'x' }],
  ])('with %s is refused', async (_name, changes) => {
    const before = (await read(educator, lectureId)).assignment
    expect(await send(educator, 'POST', `/api/assignments/${lectureId}`, { ...form, ...changes })).toEqual([
      400,
      'invalid_input',
    ])
    expect((await read(educator, lectureId)).assignment).toEqual(before)
  })
  test('that another tab has changed is not changed again unread', async () => {
    const stale = { ...form, version: 'x'.repeat(22) }
    expect(await send(educator, 'POST', `/api/assignments/${lectureId}`, stale)).toEqual([409, 'changed_elsewhere'])
  })
  test.each([[{}], [{ title: '' }], [{ title: 5 }], [{ title: 'x', task: 'y' }], [[]]])(
    'is not begun with %j',
    async (body) =>
      expect(await send(educator, 'POST', `/api/course/createassignment/${courseId}`, body)).toEqual([
        400,
        'invalid_input',
      ]),
  )
  test('is not begun in a course of someone else, nor by a student', async () => {
    const rival = await app.makeUser('educator')
    const url = `/api/course/createassignment/${courseId}`
    expect(await send(rival, 'POST', url, { title: 'Mine' })).toEqual([404, 'not_found'])
    expect(await send(student, 'POST', url, { title: 'Mine' })).toEqual([403, 'forbidden'])
  })
})

describe('an answer', () => {
  const answer = (changes: object = {}) => ({ text: 'Rows', revision: randomRevision(), base: null, ...changes })
  const cases: [string, object][] = [
    ['no text', answer({ text: undefined })],
    ['a text beyond measure', answer({ text: 'x'.repeat(20_001) })],
    ['a text that is none', answer({ text: ['x'] })],
    ['no revision', answer({ revision: undefined })],
    ['a short revision', answer({ revision: 'x' })],
    ['a revision with signs', answer({ revision: 'x;drop table--' })],
    ['nothing of what was read', answer({ base: undefined })],
    ['more than the fields', answer({ state: 'accepted' })],
    ['a list', []],
  ]
  test.each(cases)('with %s is refused', async (_name, body) => {
    for (const path of ['answer', 'handin'])
      expect(await send(student, 'POST', `/api/assignments/${lectureId}/${path}`, body)).toEqual([400, 'invalid_input'])
  })
  test.each([
    [{}],
    [{ attempt: 0 }],
    [{ attempt: 11 }],
    [{ attempt: 1.5 }],
    [{ attempt: '1' }],
    [{ attempt: 1, more: 1 }],
  ])('is not withdrawn by %j', async (body) =>
    expect(await send(student, 'POST', `/api/assignments/${lectureId}/withdraw`, body)).toEqual([400, 'invalid_input']),
  )
  test.each(['none', '%00', 'x'.repeat(65), '%E0%A4%A'])('to %s is not found or refused', async (id) => {
    for (const [method, path] of [
      ['GET', `/api/assignments/${id}`],
      ['POST', `/api/assignments/${id}/answer`],
      ['POST', `/api/assignments/${id}/handin`],
      ['DELETE', `/api/answerfiles/${id}`],
      ['GET', `/api/answerfiles/${id}`],
    ] as const) {
      const [status] = await send(student, method, path, method === 'POST' ? answer() : undefined)
      expect([400, 404, 414]).toContain(status)
    }
  })
  test('is not sent in parts that are no form, nor without a file', async () => {
    expect(await send(student, 'POST', `/api/assignments/${lectureId}/answerfiles`, { file: 'x' })).toEqual([
      409,
      'answer_closed',
    ])
    const other = await makeClass(app)
    const url = `/api/assignments/${other.lectureId}/answerfiles`
    expect(await send(other.student, 'POST', url, { file: 'x' })).toEqual([400, 'invalid_input'])
    expect(await send(other.educator, 'POST', `/api/assignments/${other.lectureId}/files`, {})).toEqual([
      400,
      'invalid_input',
    ])
  })
})

describe('marks', () => {
  const marks = (changes: object) => ({
    outcome: 'accepted',
    attempt: 1,
    rubricVersion,
    replaces: null,
    levels: { warp: 'top', weft: 'yes' },
    comments: {},
    comment: '',
    marks: null,
    ...changes,
  })
  test.each<[string, object]>([
    ['another outcome', { outcome: 'draft' }],
    ['no attempt', { attempt: 0 }],
    ['a rubric that is none', { rubricVersion: 'x' }],
    ['marks that were given at no time', { replaces: 'yesterday' }],
    ['levels as a list', { levels: ['top'] }],
    ['a level that is no part', { levels: { warp: 'TOP' } }],
    ['an inherited name', { levels: { constructor: 'top', weft: 'yes' } }],
    ['a comment on what is no criterion', { comments: { sheen: 'x' } }],
    ['a comment beyond measure', { comment: 'x'.repeat(4001) }],
    ['a comment on a criterion beyond measure', { comments: { warp: 'x'.repeat(4001) } }],
    ['negative marks', { marks: -1 }],
    ['half a mark', { marks: 0.5 }],
    ['marks beyond measure', { marks: 1001 }],
    ['more than the fields', { percentOff: 0 }],
    ['no comment on what comes back', { outcome: 'returned' }],
  ])('with %s are refused', async (_name, changes) => {
    expect(await send(educator, 'POST', `/api/answers/${answerId}`, marks(changes))).toEqual([400, 'invalid_input'])
    expect((await onlyAnswer(educator)).state).toBe('handed-in')
  })
  test.each<[string, object]>([
    ['another attempt', { attempt: 2 }],
    ['another rubric', { rubricVersion: 'x'.repeat(22) }],
    ['other marks', { replaces: '2026-01-01T00:00:00.000Z' }],
  ])('by someone who has read %s change nothing', async (_name, changes) =>
    expect(await send(educator, 'POST', `/api/answers/${answerId}`, marks(changes))).toEqual([
      409,
      'changed_elsewhere',
    ]),
  )
  test.each([
    'state=draft',
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=abc',
    'cursor=%00',
    'state=',
    `courseId=${'x'.repeat(65)}`,
  ])('no list of answers has %s', async (query) =>
    expect(await send(educator, 'GET', `/api/answers?${query}`)).toEqual([400, 'invalid_input']),
  )
  test('are for educators alone, and of answers that are there', async () => {
    for (const url of [
      '/api/answers',
      '/api/answers/waiting',
      `/api/answers/${answerId}`,
      `/api/assignments/${lectureId}/archive`,
    ])
      expect(await send(student, 'GET', url)).toEqual([403, 'forbidden'])
    expect(await send(educator, 'GET', '/api/answers/none')).toEqual([404, 'not_found'])
    expect(await send(educator, 'GET', '/api/answers/%00')).toEqual([400, 'invalid_input'])
    expect(await send(educator, 'GET', '/api/assignments/none/archive')).toEqual([404, 'not_found'])
    expect(await send(educator, 'GET', `/api/assignments/${'x'.repeat(65)}/archive`)).toEqual([400, 'invalid_input'])
    expect(api.assignments.archive.access).toBe('educator')
  })
})
