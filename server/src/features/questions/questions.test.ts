import { api, type CourseQuestion } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeLecture, uploadVideo } from '#test/support/make-course.ts'
import {
  type Asked,
  accept,
  answer,
  askAbout,
  countWaiting,
  listQuestions,
  makeAskedCourse,
  messagesOf,
  newKey,
  readQuestion,
  report,
  titlesOf,
  vote,
} from '#test/support/questions.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let other: TestUser
let admin: TestUser
let courseId: string
let lectureId: string
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  admin = await app.makeUser('admin')
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  ;({ educator, student, other, courseId, lectureId } = await makeAskedCourse(app))
})
afterAll(() => app.close())

const ask = (who: TestUser, { lecture = lectureId, ...changes }: Asked & { lecture?: string } = {}) =>
  askAbout(who, lecture, changes)
const list = (who: TestUser, query = {}) => listQuestions(who, courseId, query)
const titles = (who: TestUser, query = {}) => titlesOf(who, courseId, query)
const waiting = (who = educator) => countWaiting(who)

describe('a question', () => {
  test('is asked at a second of a video, read by those of the course, and shows its author as reviews do', async () => {
    await uploadVideo(educator, lectureId)
    const asked = await ask(student, { second: 83, text: 'It snaps\r\nat once' })
    expect(asked).toMatchObject({
      title: 'Why does the warp break?',
      text: 'It snaps\nat once',
      second: 83,
      lecture: { _id: lectureId, title: 'The loom' },
      author: { name: 'Asha', role: 'student', educator: false },
      own: true,
      follows: true,
      answers: 0,
      solved: false,
      votes: 0,
    })
    expect(asked.videoId).not.toBeNull()
    for (const who of [other, educator, admin]) {
      const [seen] = await list(who)
      expect(seen).toMatchObject({ _id: asked._id, own: false, follows: false, canReport: true })
      expect(JSON.stringify(seen)).not.toContain(student.user._id)
    }
    // a lecture without a video has no seconds
    const text = (await makeLecture(educator, courseId, 'Text'))._id
    expect(await ask(student, { second: 83, lecture: text })).toMatchObject({ second: null, videoId: null })
  })

  test('counts once, however often the request is sent', async () => {
    const once = newKey()
    const sent = await Promise.all([1, 2, 3].map(() => ask(student, { key: once })))
    expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
    expect(await titles(student)).toHaveLength(1)
    // the same key of someone else is another question
    await ask(other, { key: once })
    expect(await titles(student)).toHaveLength(2)
  })

  test('is found by lecture, words, filters and votes, page by page', async () => {
    const second = (await makeLecture(educator, courseId, 'The yarn'))._id
    const asked: CourseQuestion[] = []
    for (let at = 0; at < 5; at++) {
      app.clock.ms += 1000
      asked.push(await ask(at % 2 ? other : student, { title: `Question ${at}`, lecture: at < 3 ? lectureId : second }))
    }
    const idAt = (at: number) => asked[at]?._id ?? ''
    expect(await titles(student)).toEqual(['Question 4', 'Question 3', 'Question 2', 'Question 1', 'Question 0'])
    expect(await titles(student, { lecture: second })).toEqual(['Question 4', 'Question 3'])
    expect(await titles(student, { text: 'QUESTION 2' })).toEqual(['Question 2'])
    expect(await titles(other, { show: 'own' })).toEqual(['Question 3', 'Question 1'])
    await answer(other, idAt(4))
    expect(await titles(student, { show: 'unanswered' })).toEqual([
      'Question 3',
      'Question 2',
      'Question 1',
      'Question 0',
    ])
    await other.call(api.questions.follow, { params: { questionId: idAt(0) }, body: { follows: true } })
    expect(await titles(other, { show: 'followed' })).toEqual(['Question 3', 'Question 1', 'Question 0'])
    await vote(student, idAt(1))
    expect((await titles(student, { order: 'votes' }))[0]).toBe('Question 1')
    const walked: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await student.call(api.questions.ofCourse, {
        params: { courseId },
        query: { order: 'votes', limit: 2, ...(cursor !== undefined && { cursor }) },
      })
      walked.push(...page.questions.map(({ title }) => title))
      if (page.next === null) break
      cursor = page.next
    }
    expect(walked).toEqual(['Question 1', 'Question 4', 'Question 3', 'Question 2', 'Question 0'])
  })

  test('is offered to someone who is typing the same, in other forms of its words', async () => {
    const similar = async (text: string) =>
      (await other.call(api.questions.similar, { params: { courseId }, query: { text } })).questions.map(
        ({ title }) => title,
      )
    expect(await similar('warp')).toEqual([])
    await ask(student, { title: 'Why does the warp break?' })
    await ask(student, { title: 'Why does my loom squeak?' })
    await ask(student, { title: 'Which yarn for the weft?' })
    await ask(student, { title: 'करघा क्यों टूटता है?' })
    expect(await similar('warp breaking')).toEqual(['Why does the warp break?'])
    expect(await similar('How do I stop the squeaking loom')).toEqual(['Why does my loom squeak?'])
    expect(await similar('करघा')).toEqual(['करघा क्यों टूटता है?'])
    expect(await similar('dyeing silk in winter')).toEqual([])
    expect(await similar('?')).toEqual([])
  })

  test('is edited by its author with the version that was read, and deleted while no one else has answered', async () => {
    const { _id, version = '' } = await ask(student)
    const edit = (who: TestUser, body: { title?: string; text: string; version?: string }) =>
      who.call(api.questions.edit, { params: { postId: _id }, body })
    await expectProblem(edit(other, { title: 'Mine', text: '' }), 404, 'not_found')
    await expectProblem(edit(educator, { title: 'Mine', text: '' }), 404, 'not_found')
    await expectProblem(edit(student, { text: 'Without a title' }), 400, 'invalid_input')
    await edit(student, { title: 'Why does it snap?', text: 'More', version })
    await expectProblem(edit(student, { title: 'Older', text: '', version }), 409, 'changed_elsewhere')
    expect(await list(student, { text: 'snap more' })).toMatchObject([
      { title: 'Why does it snap?', editedAt: expect.any(String) },
    ])
    const own = await answer(student, _id)
    const reply = await answer(other, _id)
    await expectProblem(
      other.call(api.questions.edit, { params: { postId: reply._id }, body: { title: 'No', text: 'So' } }),
      400,
      'invalid_input',
    )
    const remove = (who: TestUser, postId: string) => who.call(api.questions.remove, { params: { postId } })
    await expectProblem(remove(student, _id), 409, 'question_answered')
    await expectProblem(remove(student, reply._id), 404, 'not_found')
    await remove(student, own._id)
    await remove(other, reply._id)
    expect((await readQuestion(student, _id)).question.answers).toBe(0)
    await remove(student, _id)
    await expectProblem(readQuestion(student, _id), 404, 'not_found')
  })

  test('outlives its lecture, and goes with nothing but the course', async () => {
    const extra = (await makeLecture(educator, courseId, 'Soon gone'))._id
    const { _id } = await ask(student, { lecture: extra })
    await educator.call(api.lectures.remove, { params: { lectureId: extra } })
    expect((await readQuestion(other, _id)).question.lecture).toBeNull()
    await answer(other, _id)
  })
})

describe('answers', () => {
  test('stand by votes, the accepted one apart; one vote a user, which can be taken back', async () => {
    const { _id } = await ask(student)
    const first = await answer(other, _id, 'First')
    app.clock.ms += 1000
    const second = await answer(educator, _id, 'Second')
    expect(second.author).toMatchObject({ name: 'Meera', educator: true })
    expect(await vote(student, second._id)).toEqual({ voted: true, votes: 1 })
    expect(await vote(student, second._id)).toEqual({ voted: true, votes: 1 })
    expect((await readQuestion(student, _id)).answers.map(({ text }) => text)).toEqual(['Second', 'First'])
    expect(await vote(student, second._id, false)).toEqual({ voted: false, votes: 0 })
    expect(await vote(student, second._id, false)).toEqual({ voted: false, votes: 0 })
    expect((await readQuestion(student, _id)).answers.map(({ text }) => text)).toEqual(['First', 'Second'])
    await expectProblem(vote(educator, second._id), 403, 'own_post')
    await expectProblem(vote(student, _id), 403, 'own_post')

    await accept(educator, _id, first._id)
    const solved = await readQuestion(student, _id)
    expect(solved).toMatchObject({
      question: { solved: true },
      accepted: { text: 'First', accepted: true },
      mayAccept: false,
    })
    expect(solved.answers.map(({ text }) => text)).toEqual(['Second'])
    await accept(educator, _id, second._id)
    expect((await readQuestion(educator, _id)).accepted?.text).toBe('Second')
    await accept(educator, _id, null)
    expect(await readQuestion(educator, _id)).toMatchObject({
      accepted: null,
      question: { solved: false },
      mayAccept: true,
    })
  })

  test('are accepted by the educator of the course alone, and belong to the question', async () => {
    const { _id } = await ask(student)
    const given = await answer(other, _id)
    const elsewhere = await answer(other, (await ask(student))._id)
    const rival = await app.makeUser('educator')
    await expectProblem(accept(rival, _id, given._id), 403, 'only_enrolled_questions')
    await expectProblem(accept(student, _id, given._id), 403, 'forbidden')
    for (const wrong of [elsewhere._id, _id, 'unknown'])
      await expectProblem(accept(educator, _id, wrong), 404, 'not_found')
  })

  test('come in pages', async () => {
    const { _id } = await ask(student)
    for (let at = 0; at < 5; at++) {
      app.clock.ms += 1000
      await answer(at % 2 ? other : educator, _id, `Answer ${at}`)
    }
    const first = await readQuestion(student, _id, { limit: 3 })
    expect(first.answers.map(({ text }) => text)).toEqual(['Answer 0', 'Answer 1', 'Answer 2'])
    const next = await readQuestion(student, _id, { limit: 3, cursor: first.next })
    expect(next.answers.map(({ text }) => text)).toEqual(['Answer 3', 'Answer 4'])
    expect((await readQuestion(student, _id, { limit: 3, cursor: next.previous })).answers).toEqual(first.answers)
  })
})

describe('the educator', () => {
  const own = async (query = {}) =>
    (await educator.call(api.questions.ofEducator, { query })).questions.map(({ title }) => title)

  test('sees what waits longest first, and how many wait', async () => {
    expect(await waiting()).toBe(0)
    const asked: CourseQuestion[] = []
    for (let at = 0; at < 4; at++) {
      app.clock.ms += 1000
      asked.push(await ask(student, { title: `Question ${at}` }))
    }
    await ask(educator, { title: 'To think about' })
    await answer(educator, asked[0]?._id ?? '')
    const accepted = await answer(other, asked[2]?._id ?? '')
    await accept(educator, asked[2]?._id ?? '', accepted._id)
    // an answer of a student alone does not end the waiting
    await answer(other, asked[3]?._id ?? '')
    expect(await waiting()).toBe(2)
    expect((await own()).slice(0, 2)).toEqual(['Question 1', 'Question 3'])
    expect(await own()).toHaveLength(5)
    expect(await own({ show: 'unanswered' })).toEqual(['Question 1', 'Question 3'])
    const page = await educator.call(api.questions.ofEducator, { query: { limit: 3 } })
    const rest = await educator.call(api.questions.ofEducator, { query: { limit: 3, cursor: page.next ?? '' } })
    expect([...page.questions, ...rest.questions].map(({ title }) => title)).toEqual(await own())
    const rival = await app.makeUser('educator')
    expect(await waiting(rival)).toBe(0)
    await expectProblem(rival.call(api.questions.ofEducator, { query: { course: courseId } }), 404, 'not_found')
    // the accepted answer is deleted: the question waits again
    await other.call(api.questions.remove, { params: { postId: accepted._id } })
    expect((await own({ show: 'unanswered' }))[1]).toBe('Question 2')
  })
})

describe('someone without access', () => {
  test('reads, asks and votes nothing: not enrolled, given back, a draft, a preview', async () => {
    await educator.call(api.lectures.edit, { params: { lectureId }, body: { isPreviewFree: 'true' } })
    const { _id } = await ask(other)
    const given = await answer(educator, _id)
    const buyer = await app.makeUser()
    await buy(buyer, courseId)
    const mine = await ask(buyer, { title: 'Mine' })
    expect(await titles(buyer)).toHaveLength(2)
    await withdraw(app, buyer)
    const stranger = await app.makeUser()
    for (const who of [buyer, stranger]) {
      const tries: (() => Promise<unknown>)[] = [
        () => list(who),
        () => list(who, { lecture: lectureId }),
        () => readQuestion(who, _id),
        () => readQuestion(who, mine._id),
        () => ask(who),
        () => answer(who, _id),
        () => vote(who, given._id),
        () => report(who, _id),
        () => who.call(api.questions.follow, { params: { questionId: _id }, body: { follows: true } }),
        () => who.call(api.questions.similar, { params: { courseId }, query: { text: 'warp' } }),
      ]
      for (const attempt of tries) await expectProblem(attempt(), 403, 'only_enrolled_questions')
    }
    await expectProblem(
      buyer.call(api.questions.edit, { params: { postId: mine._id }, body: { title: 'Changed', text: '' } }),
      403,
      'only_enrolled_questions',
    )
    await expectProblem(ask(admin), 403, 'only_enrolled_questions')
    await expectProblem(
      app.visitor(api.questions.ofCourse, { params: { courseId }, query: {} }),
      401,
      'unauthenticated',
    )
    // no one is notified who may not read it
    await runJobs(app, 'announce-question-answer')
    await answer(educator, mine._id)
    await runJobs(app, 'announce-question-answer')
    expect((await messagesOf(buyer)).flat().join()).not.toContain('answered')
    // what they wrote they may delete still
    await expectProblem(buyer.call(api.questions.remove, { params: { postId: mine._id } }), 409, 'question_answered')
  })

  test('students keep the questions of a course that was taken off the list', async () => {
    const { _id } = await ask(student)
    await educator.call(api.courses.edit, { params: { courseId }, body: { isPublished: 'false' } })
    expect((await readQuestion(other, _id)).question._id).toBe(_id)
    await expectProblem(readQuestion(await app.makeUser(), _id), 404, 'not_found')
  })
})
