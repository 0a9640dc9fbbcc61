import { type Attempt, api, type Endpoint } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { makeAssignment, write } from './support/assignments.ts'
import { connectSocket, listen, type TestSocket } from './support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from './support/create-test-app.ts'
import {
  answerAll,
  askCheck,
  begin,
  giveCheck,
  handIn,
  makeChecked,
  makeQuiz,
  makeStudent,
  page,
  read,
  rightOf,
  save,
  secret,
  type TestQuiz,
} from './support/quiz.ts'
import { runJobs } from './support/run-jobs.ts'
import { paymentKeys } from './support/sales/pay.ts'

const all = Object.entries(api).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, one]) => ({ name: `${noun}.${name}`, one })),
)

/** In what another student wrote for themselves or for the educator. */
const private_ = 'PRIVATEWORD'

let app: TestApp
let socket: TestSocket
let quiz: TestQuiz
let video: TestQuiz
let student: TestUser
let other: TestUser
/** ids by the names that parameters of paths have; a name that is not here fails the walk */
let ids: Record<string, readonly string[]>
const limits: Limits = createLimits(memoryStore())

beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  quiz = await makeQuiz(app, { settings: { showTime: 'each', showPart: 'answers' } })
  video = await makeChecked(quiz)
  const task = await makeAssignment(quiz.educator, quiz.courseId)
  student = await makeStudent(app, quiz)
  other = await app.makeUser('student', 'Hidden Classmate')
  await other.call(api.enrolments.createOrder, { body: { courseId: quiz.courseId } })
  const done = await begin(other, quiz)
  await answerAll(other, done)
  await handIn(other, done._id)
  await write(other, task._id, private_, 'handIn')
  const noteId = `note${'n'.repeat(20)}`
  await other.call(api.notes.save, {
    params: { noteId },
    body: {
      lectureId: video.lectureId,
      place: { kind: 'text', block: 0, quote: '' },
      text: private_,
      revision: 'r'.repeat(16),
      base: null,
      attempts: [],
    },
  })
  const idsOf = async (table: string, owner: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${sql.ref(owner)} = ${other.user._id}`.execute(app.deps.db)
    return rows.map(({ id }) => id)
  }
  socket = await connectSocket(await listen(app.server), { cookie: student.cookie })
  const none = ['x']
  bodies['tutor.ask'] = { courseId: quiz.courseId, message: 'What is the answer to "Which is a knot?"' }
  ids = {
    courseId: [quiz.courseId],
    lectureId: [quiz.lectureId, video.lectureId, task._id],
    questionId: quiz.questionIds,
    attemptId: [done._id],
    userId: [other.user._id],
    studentId: [other.user._id],
    educatorId: [quiz.educator.user._id],
    answerId: await idsOf('answers', 'student_id'),
    noteId: await idsOf('notes', 'user_id'),
    orderId: await idsOf('orders', 'user_id'),
    notificationId: await idsOf('notifications', 'user_id'),
    // whose rows have nothing of quizzes or of other students
    ...Object.fromEntries(
      [
        ...['sessionId', 'reviewId', 'couponId', 'bundleId', 'refundId', 'findingId', 'kind', 'postId', 'token'],
        ...['announcementId', 'fileId', 'actId', 'serial', 'list', 'subject', 'passkeyId', 'invitationId'],
        ...['invoiceId', 'attachmentId', 'language', 'imageId', 'file', 'streamId', 'sectionId', 'runId', 'payoutId'],
        ...['month', 'filterId', 'searchId', 'uploadId', 'askedId', 'recordingId'],
        ...['pollId', 'messageId'],
      ].map((name) => [name, none]),
    ),
  }
}, 120_000)
afterAll(async () => {
  socket?.socket.disconnect()
  await app.close()
})

/** What the student sends where an empty request is refused before anything is read. */
const queries: Record<string, string> = {
  'courses.catalogue': 'text=bowline',
  'courses.suggest': 'text=bowline',
  'questions.similar': `text=${encodeURIComponent('Which is a knot?')}`,
  'notes.find': 'text=bowline',
}
const bodies: Record<string, object> = {
  'ai.search': { input: 'which is a knot, bowline or anchor?' },
  'ai.chat': { message: 'What is the answer to "Which is a knot?" in the quiz Knots?' },
}
/** Calls that show keys or end what is walked through, and rightly so. */
const leftOut = new Set(['accounts.logout', 'accounts.endOtherSessions'])

/** Fills the parameters of a path in each way. */
function pathsOf(path: string): string[] {
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  const known = ids[name]
  if (!known) throw new Error(`${path}: the walk knows no id for ":${name}"`)
  return known.flatMap((id) => pathsOf(path.replace(`:${name}`, id)))
}

type Reply = { name: string; status: number; text: string }

/** Makes every call of the contract as the student, with all ids that there are, and returns what came back. */
async function walk(): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const { name, one } of all.filter((each) => !leftOut.has(each.name))) {
    Object.assign(limits, createLimits(memoryStore()))
    for (const path of pathsOf(one.path)) {
      const { statusCode, body } = await app.server.inject({
        method: one.method,
        url: queries[name] ? `${path}?${queries[name]}` : path,
        headers: { cookie: student.cookie },
        ...(one.method !== 'GET' && one.method !== 'HEAD' && { payload: bodies[name] ?? {} }),
      })
      replies.push({ name, status: statusCode, text: body })
    }
  }
  await runJobs(app, 'announce-enrolment', 'announce-lecture', 'mark-quiz-attempts-again')
  return replies
}

/** Ids of the choices in the bank, by which a choice could be told from the place that it is shown at. */
async function choiceIds(): Promise<string[]> {
  const { rows } = await sql<{ content: object }>`
    select content from bank_forms where question_id = any(${quiz.questionIds}::text[])`.execute(app.deps.db)
  return rows.flatMap(({ content }) =>
    [...JSON.stringify(content).matchAll(/"id": ?"([^"]+)"/g)].map(([, id]) => id ?? ''),
  )
}

const keysOfMarking = ['"right":', '"accepted":', '"tolerance"', '"explanation"', '"marking"', '"pairs"']

test('no reply before the hand-in has a key, an explanation or anything of another student', async () => {
  const choices = await choiceIds()
  expect(choices).toHaveLength(3 + 3 + 3 + 3 + 2)
  const forbidden = [
    secret,
    secret.toLowerCase(),
    private_,
    other.user.name,
    other.user._id,
    ...keysOfMarking,
    ...choices,
  ]
  // own answers are kept by the ids of what was chosen, and a wrong one in a video is called wrong
  const isKnown = (name: string, word: string): boolean =>
    name === 'ownAccount.exportData' ? choices.includes(word) : name === 'videoChecks.read' && word === '"marking"'
  const expectNothing = (replies: readonly Reply[]) => {
    const found = replies.flatMap(({ name, text }) =>
      forbidden.filter((word) => text.includes(word) && !isKnown(name, word)).map((word) => `${name}: ${word}`),
    )
    expect([...new Set(found)]).toEqual([])
  }
  const walkWith = async (attempts: readonly Attempt[]) => {
    const own = { ...ids, attemptId: [...(ids.attemptId ?? []), ...attempts.map(({ _id }) => _id)] }
    const before = ids
    ids = own
    // handing in shows what this test is about
    leftOut.add('quizAttempts.handIn')
    const replies = await walk()
    ids = before
    return replies
  }

  const first = await walkWith([])
  expectNothing(first)
  // what the student may read was read, so that there was something to find
  const succeeded = new Set(first.filter(({ status }) => status === 200).map(({ name }) => name))
  for (const name of [
    ...[
      'ai.chat',
      'ai.search',
      'tutor.ask',
      'courses.get',
      'lectures.content',
      'learning.course',
      'marks.own',
      'notifications.list',
    ],
    ...['ownAccount.exportData', 'questions.similar', 'quizAttempts.begin', 'quizAttempts.page', 'videoChecks.read'],
  ])
    expect(succeeded).toContain(name)

  const open = await begin(student, quiz)
  // what they type is shown to them again
  await save(
    student,
    open._id,
    open.questions.flatMap(({ question }) => {
      const { kind, position } = question
      return kind === 'text' || kind === 'gaps' ? [] : [{ position, answer: rightOf(question) }]
    }),
  )
  const { question: asked } = await askCheck(student, video)
  const wrong = asked.kind === 'one' ? asked.options.indexOf('anchor') : -1
  expect(await giveCheck(student, video, { answer: { kind: 'one', pick: wrong }, tries: 0 })).toMatchObject({
    tries: 1,
  })
  expectNothing(await walkWith([open]))

  // a second attempt closes what the first one showed
  await handIn(student, open._id)
  expect((await read(student, open._id)).questions[0]?.marking).not.toBeUndefined()
  const again = await begin(student, quiz)
  const { attempts } = await page(student, quiz)
  expect(attempts).toHaveLength(2)
  expectNothing(await walkWith([open, again]))
  expectNothing(socket.received.map((event) => ({ name: 'socket', status: 0, text: JSON.stringify(event) })))
  await handIn(student, again._id)
  expect(JSON.stringify(await read(student, again._id))).toContain(secret)
}, 240_000)
