import { api, deletionWord, type QuizAnswer } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { uploadVideo } from '#test/support/make-course.ts'
import {
  askCheck as ask,
  checkParams,
  everyKind,
  giveCheck as give,
  makeChecked,
  makeQuiz,
  makeStudent,
  rightOf,
  secret,
  type TestQuiz,
  truth,
  truths,
} from '#test/support/quiz.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const placesOf = async (user: TestUser, { courseId }: TestQuiz) =>
  (await user.call(api.learning.course, { params: { courseId } })).checks
const edited = ({ educator, lectureId }: TestQuiz) => educator.call(api.videoChecks.edit, { params: { lectureId } })
const raw = async (user: TestUser, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.server.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) })

test('questions of each kind: no key and no explanation in any reply before the last try, and both after it', async () => {
  const video = await makeChecked(await makeQuiz(app), { tries: 2 })
  const student = await makeStudent(app, video)
  const { rows } = await sql<{ content: object }>`
    select content from bank_forms where question_id = any(${video.questionIds}::text[])`.execute(app.deps.db)
  const ids = rows.flatMap(({ content }) =>
    [...JSON.stringify(content).matchAll(/"id": ?"([^"]+)"/g)].map(([, id]) => id),
  )
  const wrong: Record<string, QuizAnswer> = {
    one: { kind: 'one', pick: 0 },
    several: { kind: 'several', picks: [0, 1, 2] },
    truth: truth(false),
    number: { kind: 'number', text: '7 m' },
    text: { kind: 'text', text: 'no' },
    gaps: { kind: 'gaps', texts: ['no', 'neither'] },
  }
  const replies: string[] = []
  const walk = async () => {
    for (const url of [
      `/api/quiz/checks/${video.lectureId}`,
      `/api/learning/course/${video.courseId}`,
      `/api/course/lecture/${video.lectureId}`,
      `/api/course/getcourse/${video.courseId}`,
      ...video.questionIds.map((id) => `/api/quiz/check/${video.lectureId}/${id}`),
    ])
      replies.push((await raw(student, 'GET', url)).body)
  }
  await walk()
  for (const at of video.questionIds.keys()) {
    const { question } = await ask(student, video, at)
    const right = rightOf(question)
    const first =
      right.kind === 'one'
        ? ({ kind: 'one', pick: (right.pick + 1) % 3 } as const)
        : right.kind === 'order'
          ? ({ kind: 'order', order: right.order.toReversed() } as const)
          : right.kind === 'match'
            ? ({ kind: 'match', matches: right.matches.toReversed() } as const)
            : (wrong[right.kind] ?? right)
    const url = `/api/quiz/check/${video.lectureId}/${video.questionIds[at]}`
    const reply = await raw(student, 'POST', url, { answer: first, tries: 0 })
    replies.push(reply.body)
    expect(reply.json()).toMatchObject({ tries: 1, triesLeft: 1, done: false, answer: first })
    expect(['wrong', 'partly']).toContain(reply.json().marking.state)
    replies.push((await raw(student, 'POST', url, { answer: truth(true), tries: 7 })).body)
  }
  await walk()
  expect(replies).toHaveLength(2 * 12 + 16)
  for (const reply of replies) {
    for (const word of [secret, '"right"', '"accepted"', '"tolerance"', '"explanation"'])
      expect(reply).not.toContain(word)
    for (const id of ids) expect(reply).not.toContain(id)
  }
  for (const at of video.questionIds.keys()) {
    const { question, tries } = await ask(student, video, at)
    const done = await give(student, video, { at, answer: rightOf(question), tries })
    expect(done).toMatchObject({ tries: 2, triesLeft: 0, done: true, marking: { state: 'right' } })
    expect(done.marking?.explanation).toContain(secret)
    expect(await ask(student, video, at)).toEqual(done)
  }
  expect((await placesOf(student, video))?.every(({ done }) => done)).toBe(true)
  expect((await edited(video)).checks.every(({ answered, right }) => answered === 1 && right === 0)).toBe(true)
})

test('when all tries are used the explanation is shown, the video goes on, and nothing is asked again', async () => {
  const video = await makeChecked(await makeQuiz(app, { questions: truths(2) }))
  const student = await makeStudent(app, video)
  for (let tries = 0; tries < 3; tries++) {
    const reply = await give(student, video, { answer: truth(false), tries })
    expect([reply.done, reply.triesLeft, reply.marking?.explanation === undefined]).toEqual([
      tries === 2,
      2 - tries,
      tries < 2,
    ])
  }
  // it is over: a right answer comes too late
  const late = await give(student, video, { answer: truth(true), tries: 3 })
  expect(late).toMatchObject({ tries: 3, answer: truth(false), marking: { state: 'wrong', right: truth(true) } })
  expect(await placesOf(student, video)).toMatchObject([
    { second: 0, maySkip: false, done: true },
    { second: 10, maySkip: false, done: false },
  ])
  // a video with questions that were not answered counts as any other, and answers give no marks
  const { lectures, completedLectures } = await student.call(api.learning.course, {
    params: { courseId: video.courseId },
  })
  expect([lectures, completedLectures]).toEqual([[], 0])
  await student.call(api.learning.report, {
    params: { lectureId: video.lectureId },
    body: { seconds: 9, duration: 10 },
  })
  const after = await student.call(api.learning.course, { params: { courseId: video.courseId } })
  expect(after.completedLectures).toBe(1)
})

test('who is not enrolled may skip, has one try, and nothing is kept; who may not watch gets nothing', async () => {
  const video = await makeChecked(await makeQuiz(app, { questions: truths(1) }))
  const stranger = await app.makeUser()
  await expectProblem(ask(stranger, video), 403, 'not_entitled')
  await expectProblem(give(stranger, video, { answer: truth(true), tries: 0 }), 403, 'not_entitled')
  expect(await placesOf(stranger, video)).toBeUndefined()
  await uploadVideo(video.educator, video.lectureId, true)
  for (const viewer of [stranger, video.educator]) {
    expect(await placesOf(viewer, video)).toMatchObject([{ lectureId: video.lectureId, maySkip: true, done: false }])
    expect(await ask(viewer, video)).toMatchObject({ triesLeft: 1, done: false })
    expect(await give(viewer, video, { answer: truth(false), tries: 0 })).toMatchObject({
      done: true,
      marking: { right: truth(true) },
    })
    expect(await ask(viewer, video)).toMatchObject({ tries: 0, done: false, answer: null })
  }
  expect((await edited(video)).checks).toMatchObject([{ answered: 0 }])
  expect((await raw(stranger, 'GET', `/api/quiz/checks/${video.lectureId}`)).statusCode).toBe(403)
  expect(
    (await app.server.inject({ url: `/api/quiz/check/${video.lectureId}/${video.questionIds[0]}` })).statusCode,
  ).toBe(401)
})

test('a question stays answered at another second, and goes with its place in the video, the bank and the account', async () => {
  const quiz = await makeQuiz(app, { questions: truths(3) })
  const video = await makeChecked(quiz, { second: 5 })
  const { educator, lectureId } = video
  const [student, leaver] = [await makeStudent(app, video), await makeStudent(app, video)]
  for (const user of [student, leaver]) {
    await give(user, video, { at: 0, answer: truth(true), tries: 0 })
    await give(user, video, { at: 2, answer: truth(false), tries: 0 })
  }
  const download = await raw(student, 'GET', api.ownAccount.exportData.path)
  expect(download.json().questionsInVideos).toMatchObject([
    { question: 'Claim 0', isRight: true, second: 5 },
    { question: 'Claim 2', isRight: false, tries: 1 },
  ])
  await leaver.call(api.ownAccount.deleteAccount, { body: { confirm: deletionWord, current: 'correct horse battery' } })
  const before = await edited(video)
  expect(before.checks.map(({ questionId, answered, right }) => [questionId, answered, right])).toEqual([
    [video.questionIds[0], 1, 1],
    [video.questionIds[1], 0, 0],
    [video.questionIds[2], 1, 0],
  ])
  const moved = before.checks.map(({ answered: _, right: __, ...check }, at) => ({ ...check, second: 100 - at }))
  const saved = await educator.call(api.videoChecks.save, {
    params: { lectureId },
    body: { checks: moved, version: before.version },
  })
  expect(saved.checks.map(({ second }) => second)).toEqual([98, 99, 100])
  expect((await placesOf(student, video))?.map(({ second, done }) => [second, done])).toEqual([
    [98, false],
    [99, false],
    [100, true],
  ])
  // a copy of the course has the questions of its own bank
  const { _id: copyId } = await educator.call(api.courses.duplicate, { params: { courseId: video.courseId } })
  const copy = await educator.call(api.courses.get, { params: { courseId: copyId } })
  const copied = copy.lectures.find(({ lectureTitle }) => lectureTitle === 'Sails')?._id ?? ''
  const ofCopy = await educator.call(api.videoChecks.edit, { params: { lectureId: copied } })
  expect(ofCopy.checks.map(({ second, answered }) => [second, answered])).toEqual(
    [98, 99, 100].map((second) => [second, 0]),
  )
  expect(ofCopy.questions.map(({ prompt }) => prompt).toSorted()).toEqual(['Claim 0', 'Claim 1', 'Claim 2'])
  expect(video.questionIds).not.toContain(ofCopy.checks[0]?.questionId)

  await educator.call(api.quizBank.remove, { params: { questionId: video.questionIds[2] ?? '' } })
  await expectProblem(ask(student, video, 2), 404, 'not_found')
  await expectProblem(give(student, video, { at: 2, answer: truth(true), tries: 1 }), 404, 'not_found')
  await educator.call(api.videoChecks.save, { params: { lectureId }, body: { checks: moved.slice(0, 1) } })
  await expectProblem(ask(student, video, 1), 404, 'not_found')
  expect((await placesOf(student, video))?.map(({ second }) => second)).toEqual([100])
  await educator.call(api.lectures.remove, { params: { lectureId } })
  await expectProblem(ask(student, video), 404, 'not_found')
  const { rows } = await sql`select 1 from video_check_answers where lecture_id = ${lectureId}`.execute(app.deps.db)
  expect(rows).toEqual([])
})

const check = { questionId: 'x', second: 1, maySkip: true, tries: 1 }
test('what is no list of questions, and no answer, is refused', async () => {
  const video = await makeChecked(await makeQuiz(app, { questions: [everyKind.one, everyKind.gaps] }))
  const foreign = await makeQuiz(app, { questions: truths(1) })
  const student = await makeStudent(app, video)
  const list = `/api/quiz/checks/${video.lectureId}`
  const lists: unknown[] = [
    undefined,
    [],
    {},
    { checks: 'all' },
    { checks: [{ ...check, second: -1 }] },
    { checks: [{ ...check, second: 1.5 }] },
    { checks: [{ ...check, second: 1e9 }] },
    { checks: [{ ...check, maySkip: 'no' }] },
    { checks: [{ ...check, tries: 0 }] },
    { checks: [{ ...check, tries: 6 }] },
    { checks: [{ ...check, colour: 'red' }] },
    { checks: [check, check] },
    { checks: Array.from({ length: 31 }, (_, at) => ({ ...check, questionId: `q${at}` })) },
    { checks: [], version: 'short' },
  ]
  for (const payload of lists) {
    const reply = await raw(video.educator, 'POST', list, payload as object) // `inject` knows no other bodies
    expect([payload, reply.statusCode, reply.json().code]).toEqual([payload, 400, 'invalid_input'])
  }
  const answers: unknown[] = [
    undefined,
    {},
    { answer: null, tries: 0 },
    { answer: { kind: 'one', pick: 3 }, tries: 0 },
    { answer: { kind: 'one', pick: 'x' }, tries: 0 },
    { answer: truth(true), tries: 0 },
    { answer: { kind: 'one', pick: 0 }, tries: -1 },
    { answer: { kind: 'one', pick: 0 }, tries: 6 },
    { answer: { kind: 'one', pick: 0 }, tries: 0, marks: 1 },
  ]
  for (const payload of answers) {
    const reply = await raw(
      student,
      'POST',
      `/api/quiz/check/${video.lectureId}/${video.questionIds[0]}`,
      payload as object,
    )
    expect([payload, reply.statusCode, reply.json().code]).toEqual([payload, 400, 'invalid_input'])
  }
  // nothing was said
  for (const texts of [[], ['', '']])
    await expectProblem(
      give(student, video, { at: 1, answer: { kind: 'gaps', texts }, tries: 0 }),
      400,
      'invalid_input',
    )
  expect(await ask(student, video)).toMatchObject({ tries: 0 })

  const save = (user: TestUser, lectureId: string, questionId: string) =>
    user.call(api.videoChecks.save, { params: { lectureId }, body: { checks: [{ ...check, questionId }] } })
  const [own = ''] = video.questionIds
  const other = await app.makeUser('educator')
  await expectProblem(save(video.educator, video.lectureId, foreign.questionIds[0] ?? ''), 404, 'not_found')
  await expectProblem(save(other, video.lectureId, own), 404, 'not_found')
  await expectProblem(other.call(api.videoChecks.edit, { params: { lectureId: video.lectureId } }), 404, 'not_found')
  await expectProblem(save(foreign.educator, foreign.lectureId, foreign.questionIds[0] ?? ''), 400, 'invalid_input')
  await expectProblem(
    foreign.educator.call(api.videoChecks.edit, { params: { lectureId: foreign.lectureId } }),
    400,
    'invalid_input',
  )
  for (const params of [
    { lectureId: video.lectureId, questionId: foreign.questionIds[0] ?? '' },
    { lectureId: video.lectureId, questionId: 'no-such-id' },
    { lectureId: 'no-such-id', questionId: own },
  ]) {
    await expectProblem(student.call(api.videoChecks.read, { params }), 404, 'not_found')
    const body = { answer: { kind: 'one', pick: 0 }, tries: 0 } as const
    await expectProblem(student.call(api.videoChecks.answer, { params, body }), 404, 'not_found')
  }
  // of the same course, but in no video
  await expectProblem(
    student.call(api.videoChecks.read, {
      params: checkParams({ ...video, lectureId: (await makeChecked({ ...video, questionIds: [] })).lectureId }),
    }),
    404,
    'not_found',
  )
})

test('floods of answers meet a limit that says when to try again', async () => {
  const video = await makeChecked(await makeQuiz(app, { questions: truths(1) }))
  const flooded = await makeStudent(app, video)
  const url = `/api/quiz/check/${video.lectureId}/${video.questionIds[0]}`
  let refused: Awaited<ReturnType<typeof raw>> | undefined
  for (let sent = 0; sent < 300 && !refused; sent++) {
    const reply = await raw(flooded, 'POST', url, { answer: truth(true), tries: 5 })
    if (reply.statusCode !== 200) refused = reply
  }
  expect([refused?.statusCode, refused?.json().code, Number(refused?.headers['retry-after']) > 0]).toEqual([
    429,
    'rate_limited',
    true,
  ])
})

test('the videos of a course have a bounded number of questions', async () => {
  const quiz = await makeQuiz(app, { questions: truths(1) })
  const [full, other] = [
    await makeChecked({ ...quiz, questionIds: [] }),
    await makeChecked({ ...quiz, questionIds: [] }),
  ]
  await sql`
    with added as (
      insert into bank_questions (id, course_id, kind, form, tags, folded, created_at, changed_at)
      select ${quiz.courseId} || number, ${quiz.courseId}, 'truth', 1, '{}', '', now(), now()
      from generate_series(1, 600) as number returning id
    ) insert into video_checks (lecture_id, question_id, position, second, may_skip, tries)
    select ${full.lectureId}, id, 1, 1, true, 1 from added`.execute(app.deps.db)
  const params = { lectureId: other.lectureId }
  const body = { checks: [{ ...check, questionId: quiz.questionIds[0] ?? '' }] }
  await expectProblem(quiz.educator.call(api.videoChecks.save, { params, body }), 400, 'invalid_input')
  expect((await edited(other)).checks).toEqual([])
})
