import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { type Operation, operationsOf } from './fuzz/document.ts'
import { drawValid } from './fuzz/requests.ts'
import { PoolValue } from './fuzz/values.ts'
import { makeAssignment, write } from './support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from './support/create-test-app.ts'
import { begin, makeChecked, makeQuiz, makeStudent } from './support/quiz.ts'
import { paymentKeys } from './support/sales/pay.ts'

/** What students and educators do around lectures; operations of the contract by their noun. */
const nouns = [
  'agenda',
  'announcements',
  'assignments',
  'certificates',
  'completion',
  'learning',
  'marks',
  'notes',
  'openings',
  'questions',
  'quizTransfer',
  'quizAttempts',
  'quizBank',
  'quizStatistics',
  'quizzes',
  'reviews',
  'videoChecks',
]
const waitSeconds = 7

let app: TestApp
let isFull = false
let operations: Operation[]
let ids: Record<string, string[]>
const users: Partial<Record<Operation['access'], TestUser>> = {}

beforeAll(async () => {
  const store = memoryStore()
  const limits = createLimits({
    ...store,
    consume: async (attempts) => (isFull ? { index: 0, waitMs: 1000 * waitSeconds } : store.consume(attempts)),
  })
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  const quiz = await makeQuiz(app)
  const { lectureId } = await makeChecked(quiz)
  const task = await makeAssignment(quiz.educator, quiz.courseId)
  const student = await makeStudent(app, quiz)
  const { _id: attemptId } = await begin(student, quiz)
  await write(student, task._id, 'Rows', 'handIn')
  Object.assign(users, { student, signedIn: student, educator: quiz.educator, admin: await app.makeUser('admin') })
  ids = {
    courseId: [quiz.courseId],
    lectureId: [lectureId, quiz.lectureId, task._id],
    questionId: quiz.questionIds,
    attemptId: [attemptId],
    studentId: [student.user._id],
  }
  const all = operationsOf((await app.server.inject('/api/openapi.json')).json())
  operations = nouns.flatMap((noun) => {
    const own = all.filter(({ id }) => id.startsWith(`${noun}.`))
    if (own.length === 0) throw new Error(`There are no calls of ${noun}`)
    return own.filter(({ method }) => method !== 'GET')
  })
  isFull = true
})
afterAll(() => app.close())

function fill(value: unknown): unknown {
  if (value instanceof PoolValue) {
    const known = ids[value.pool] ?? []
    return known[value.pick % Math.max(1, known.length)] ?? '0123456789abcdef01234567'
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fill)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
}

/** Changes that are bounded otherwise. */
const unlimited = new Set([
  // files come by uploads, which meet a limit
  'assignments.removeFile',
  // admins moderate
  'announcements.keepByAdmin',
  'announcements.removeByAdmin',
  'certificates.withdrawByAdmin',
])
/** Of what the schema says too little to make it up. */
const given: Record<string, object> = {
  'learning.watched': { id: '0123456789abcdef', videoId: '0123456789abcdef01234567', intervals: [[0, 5]] },
}

/** Sends valid requests until one meets the limit, and returns what came last. */
async function flood(operation: Operation): Promise<string> {
  let last = ''
  for (const { path, query, body } of drawValid(operation, 1)) {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(fill(value))]))
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fill(path[name])))
    const answer = await app.server.inject({
      method: operation.method as 'POST',
      url: `${url}?${asked}`,
      headers: { cookie: users[operation.access]?.cookie ?? '' },
      ...(operation.body && { payload: given[operation.id] ?? (fill(body) as object) }),
    })
    if (answer.statusCode === 429) return `429 after ${answer.headers['retry-after']} s`
    last = `${answer.statusCode} ${answer.body.slice(0, 90)}`
  }
  return last
}

test('every change around lectures meets a limit, which says when to try again', async () => {
  const found: [string, string][] = []
  expect([...unlimited].filter((id) => !operations.some((one) => one.id === id))).toEqual([])
  for (const operation of operations.filter(({ id }) => !unlimited.has(id)))
    found.push([operation.id, await flood(operation)])
  const without = found.filter(([, what]) => what !== `429 after ${waitSeconds} s`)
  expect(without).toEqual([])
}, 120_000)
