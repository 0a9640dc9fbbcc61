import { type Attempt, api, type Client, createClient, type Fetch } from '@virtual-courses/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyKind, rightOf } from './support/quiz.ts'
import { type ServerProcess, startServerProcess } from './support/services/server-process.ts'

let server: ServerProcess
beforeEach(async () => {
  server = await startServerProcess()
}, 120_000)
afterEach(() => server.close())

/** A new account on the server that runs, whichever process that is. */
async function signUp(role: 'student' | 'educator'): Promise<Client> {
  const person = { name: `Killed ${role}`, email: `${role}@killed.example`, password: 'correct horse battery', role }
  const origin = server.origin()
  const made = await fetch(`${origin}${api.accounts.signup.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(person),
  })
  const cookie = made.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const send: Fetch = (path, init) => {
    const now = server.origin()
    return fetch(now + path, { ...init, headers: { ...init.headers, cookie, origin: now } })
  }
  return createClient(send)
}

test('answers that were saved, and a hand-in, survive a server that is killed with -9', async () => {
  const educator = await signUp('educator')
  const { _id: courseId } = await educator(api.courses.create, { body: { title: 'Ropes', category: 'Others' } })
  const level = { description: 'About it', level: 'Beginner', price: '0', isPublished: 'true' } as const
  await educator(api.courses.edit, { params: { courseId }, body: level })
  const { lecture } = await educator(api.quizzes.create, { params: { courseId }, body: { title: 'Knots' } })
  const params = { lectureId: lecture._id }
  for (const question of Object.values(everyKind))
    await educator(api.quizBank.create, { params: { courseId }, body: { question, tags: ['all'] } })
  const { title, settings } = await educator(api.quizzes.edit, { params })
  const parts = [{ kind: 'draw' as const, tag: 'all', count: 8 }]
  await educator(api.quizzes.save, { params, body: { title, settings: { ...settings, parts } } })
  const student = await signUp('student')
  await student(api.enrolments.createOrder, { body: { courseId } })
  const { attempt } = await student(api.quizAttempts.begin, { params })
  const attemptId = attempt._id
  const read = async (): Promise<Attempt> => (await student(api.quizAttempts.read, { params: { attemptId } })).attempt

  // killed while the last of these is on its way: whether it is saved is open, all others are
  const saved = new Set<number>()
  for (const { question } of attempt.questions) {
    const { position } = question
    const body = { answers: [{ position, answer: rightOf(question), base: 0 }] }
    const sending = student(api.quizAttempts.answer, { params: { attemptId }, body })
    if (position === attempt.questions.length - 1) {
      const outcome = sending.then(
        () => void saved.add(position),
        () => {},
      )
      await server.killAndRestart()
      await outcome
    } else {
      await sending
      saved.add(position)
    }
  }
  const after = await read()
  expect(after.questions.map(({ question }) => question.prompt)).toEqual(
    attempt.questions.map(({ question }) => question.prompt),
  )
  for (const { question, answer } of after.questions) if (saved.has(question.position)) expect(answer).not.toBeNull()
  const [last] = after.questions.slice(-1)
  if (last && last.answer === null) {
    const body = {
      answers: [{ position: last.question.position, answer: rightOf(last.question), base: last.revision }],
    }
    await student(api.quizAttempts.answer, { params: { attemptId }, body })
  }
  // killed in the middle of the hand-in: it is whole, or did not happen
  const handedIn = student(api.quizAttempts.handIn, { params: { attemptId } }).catch(() => null)
  await server.killAndRestart()
  await handedIn
  const { attempt: done } = await student(api.quizAttempts.handIn, { params: { attemptId } })
  expect(done).toMatchObject({ marks: 8, passed: true, handedInBy: 'student' })
  const progress = await student(api.learning.course, { params: { courseId } })
  expect(progress.completedLectures).toBe(1)
}, 240_000)
