import { api, maxOwnAnswers, maxQuestionsOfCourse } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeLecture } from '#test/support/make-course.ts'
import {
  type Asked,
  accept,
  answer,
  askAbout,
  countWaiting,
  makeAskedCourse,
  messagesOf,
  newKey,
  readQuestion,
  report,
  titlesOf,
  vote,
} from '#test/support/questions.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'

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

const ask = (who: TestUser, changes: Asked = {}) => askAbout(who, lectureId, changes)

describe('limits', () => {
  test('keep a flood of each kind out', async () => {
    const { _id } = await ask(student)
    const more = (await ask(student))._id
    let answers = 0
    const tries: [string, number, () => Promise<unknown>][] = [
      ['asks', 10, () => ask(other)],
      ['answers', 60, () => answer(other, answers++ % 2 ? more : _id)],
      ['votes', 120, () => vote(other, _id)],
      ['reports', 20, () => report(other, _id)],
      ['similar', 120, () => other.call(api.questions.similar, { params: { courseId }, query: { text: 'x' } })],
      [
        'edits',
        60,
        () => expectProblem(other.call(api.questions.remove, { params: { postId: 'x' } }), 404, 'not_found'),
      ],
    ]
    for (const [name, most, attempt] of tries) {
      for (let count = 0; count < most; count++) await attempt()
      const raw = name === 'edits' ? other.call(api.questions.remove, { params: { postId: 'x' } }) : attempt()
      await expectProblem(raw, 429, 'rate_limited')
    }
  })

  test('name the seconds to wait', async () => {
    const body = { key: newKey(), title: 'Why?' }
    const url = `/api/questions/lecture/${lectureId}`
    const sent = async () =>
      app.server.inject({ method: 'POST', url, headers: { cookie: other.cookie }, payload: body })
    for (let count = 0; count < 10; count++) expect((await sent()).statusCode).toBe(201)
    const refused = await sent()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
  })

  test('bound what an account keeps in a course and below a question', async () => {
    const { _id } = await ask(student)
    const { db } = app.deps
    const copies = (most: number, questionId: string | null) => sql`
      insert into posts (id, question_id, course_id, user_id, request_key, text, title, created_at)
      select 'p-' || ${newKey()}::text || at, ${questionId}::text, ${courseId}, ${other.user._id}, ${newKey()}::text || at, 'x',
        case when ${questionId}::text is null then 'x' else '' end, now() from generate_series(1, ${most}::int) as at`
    await copies(maxQuestionsOfCourse, null).execute(db)
    await copies(maxOwnAnswers, _id).execute(db)
    await expectProblem(ask(other), 409, 'questions_full')
    await expectProblem(answer(other, _id), 409, 'questions_full')
    await answer(other, (await ask(student))._id)
  })
})

describe('reports', () => {
  test('lead to the admins, who hide, show again or keep; all of it is in the audit log', async () => {
    const { _id } = await ask(student, { title: 'Buy my yarn' })
    const given = await answer(other, _id)
    await Promise.all([report(other, _id), report(other, _id), report(educator, _id)])
    await expectProblem(report(student, _id), 403, 'own_post')
    expect((await readQuestion(other, _id)).question.canReport).toBe(false)
    const reported = await admin.call(api.adminPosts.list, { query: { show: 'reported' } })
    expect(reported.posts[0]).toMatchObject({
      _id,
      title: 'Buy my yarn',
      openReports: 2,
      reports: [{ reason: 'spam' }, {}],
    })

    const act = (name: 'restore' | 'keep', postId = _id) => admin.call(api.adminPosts[name], { params: { postId } })
    const hide = (postId = _id) =>
      admin.call(api.adminPosts.hide, { params: { postId }, body: { reason: 'Advertising' } })
    expect(await act('keep')).toEqual({ message: 'Kept' })
    expect(await act('keep')).toEqual({ message: 'There are no open reports' })
    expect(await hide()).toEqual({ message: 'Hidden' })
    expect(await hide()).toEqual({ message: 'This is hidden already' })
    for (const who of [student, other, educator]) await expectProblem(readQuestion(who, _id), 404, 'not_found')
    await expectProblem(vote(student, given._id), 404, 'not_found')
    await expectProblem(answer(other, _id), 404, 'not_found')
    expect(await titlesOf(student, courseId)).toEqual([])
    expect(await countWaiting(educator)).toBe(0)
    expect((await admin.call(api.adminPosts.list, { query: { show: 'hidden' } })).posts[0]).toMatchObject({
      _id,
      hiddenReason: 'Advertising',
    })
    expect(await act('restore')).toEqual({ message: 'Shown again' })
    expect(await act('restore')).toEqual({ message: 'This is not hidden' })
    expect((await readQuestion(student, _id)).answers).toHaveLength(1)
    expect(await countWaiting(educator)).toBe(1)
    await hide(given._id)
    expect((await readQuestion(student, _id)).question.answers).toBe(0)
    await runJobs(app, 'announce-hidden-post', 'announce-restored-post')
    expect(await messagesOf(student)).toContainEqual([
      'An administrator hid your question in Weaving: Advertising',
      `/viewcourse/${courseId}`,
    ])
    expect(await messagesOf(student)).toContainEqual([
      'An administrator shows your question in Weaving again',
      `/viewcourse/${courseId}`,
    ])
    expect(await messagesOf(other)).toContainEqual([
      'An administrator hid your answer in Weaving: Advertising',
      `/viewcourse/${courseId}`,
    ])
    const { entries } = await admin.call(api.admin.audit, { query: { text: 'Buy my yarn' } })
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['post-hidden', 'Answer hidden: Advertising'],
      ['post-restored', 'Question shown again.'],
      ['post-hidden', 'Question hidden: Advertising'],
      ['post-kept', 'Question kept: 2 reports closed.'],
    ])
    for (const call of [() => hide('unknown'), () => act('keep', 'unknown'), () => act('restore', 'unknown')])
      await expectProblem(call(), 404, 'not_found')
    await expectProblem(
      admin.call(api.adminPosts.hide, { params: { postId: _id }, body: { reason: ' ' } }),
      400,
      'invalid_input',
    )
    for (const text of ['yarn', 'Weaving', 'Asha', 'nothing like it']) {
      const found = await admin.call(api.adminPosts.list, { query: { text } })
      expect(found.posts.length > 0).toBe(text !== 'nothing like it')
    }
  })

  test('count again once the post was edited after an admin kept it', async () => {
    const { _id } = await ask(student)
    const open = async () =>
      (await admin.call(api.adminPosts.list, { query: { text: 'Newly worded' } })).posts[0]?.openReports
    await report(other, _id)
    app.clock.ms += 1000
    await admin.call(api.adminPosts.keep, { params: { postId: _id } })
    app.clock.ms += 1000
    await student.call(api.questions.edit, { params: { postId: _id }, body: { title: 'Newly worded', text: '' } })
    expect((await readQuestion(other, _id)).question.canReport).toBe(true)
    await report(other, _id)
    expect(await open()).toBe(1)
  })
})

describe('notifications', () => {
  const answered = (who: TestUser) => messagesOf(who).then((all) => all.filter(([text]) => /answer/i.test(text ?? '')))

  test('reach the educator of a question, and those who follow it of an answer, by name of the thing', async () => {
    const asked = await ask(student)
    await runJobs(app, 'announce-question')
    expect(await messagesOf(educator)).toContainEqual([
      'New question in Weaving: Why does the warp break?',
      `/questions?course=${courseId}`,
    ])
    await ask(other, { title: 'Another' })
    await runJobs(app, 'announce-question')
    expect(await messagesOf(educator)).toContainEqual(['2 new questions in Weaving', `/questions?course=${courseId}`])
    const given = await answer(educator, asked._id)
    await runJobs(app, 'announce-question-answer')
    const link = `/viewlecture/${courseId}?lecture=${lectureId}&question=${asked._id}`
    expect(await answered(student)).toEqual([['The educator answered: Why does the warp break?', link]])
    expect(await answered(educator)).toEqual([])
    expect(await answered(other)).toEqual([])
    await answer(other, asked._id)
    await runJobs(app, 'announce-question-answer')
    expect(await answered(student)).toEqual([['2 new answers: Why does the warp break?', link]])
    await student.call(api.questions.follow, { params: { questionId: asked._id }, body: { follows: false } })
    await answer(other, asked._id)
    await runJobs(app, 'announce-question-answer')
    expect(await answered(student)).toHaveLength(1)
    const best = await answer(other, asked._id)
    await accept(educator, asked._id, best._id)
    await accept(educator, asked._id, given._id)
    await accept(educator, asked._id, best._id)
    await runJobs(app, 'announce-solved-question')
    expect(await answered(other)).toEqual([['The educator accepted your answer: Why does the warp break?', link]])
  })

  test('lead to a question without its lecture, and to no page of a removed course', async () => {
    const { _id } = await ask(student)
    await educator.call(api.lectures.remove, { params: { lectureId } })
    await answer(other, _id)
    await runJobs(app, 'announce-question-answer')
    expect(await answered(student)).toEqual([
      ['A new answer: Why does the warp break?', `/viewlecture/${courseId}?question=${_id}`],
    ])
    const second = (await makeLecture(educator, courseId))._id
    await runJobs(app, 'announce-question')
    const known = await messagesOf(educator)
    await educator.call(api.courses.remove, { params: { courseId } })
    await askAbout(student, second)
    await runJobs(app, 'announce-question')
    expect(await messagesOf(educator)).toEqual(known)
  })

  test('that quote a question go with it', async () => {
    const { _id } = await ask(student)
    await runJobs(app, 'announce-question')
    expect((await messagesOf(educator)).flat().join()).toContain('warp')
    await student.call(api.questions.remove, { params: { postId: _id } })
    await runJobs(app, 'delete-about-question', 'announce-question')
    expect((await messagesOf(educator)).flat().join()).not.toContain('warp')
  })
})

describe('a deleted account', () => {
  test('has its questions and answers in its data; they stay under no name, its votes and reports go', async () => {
    const own = await ask(student, { title: 'What is a heddle?' })
    const others = await ask(other)
    const given = await answer(student, others._id, 'Loosen it')
    await vote(student, others._id)
    await report(student, others._id)
    const headers = { cookie: student.cookie }
    const data = await app.server.inject({ url: api.ownAccount.exportData.path, headers })
    expect(data.json()).toMatchObject({
      questions: [{ course: 'Weaving', lecture: 'The loom', title: 'What is a heddle?' }],
      questionAnswers: [{ question: 'Why does the warp break?', text: 'Loosen it' }],
      questionVotes: [{ course: 'Weaving', answer: false }],
      followedQuestions: [{ course: 'Weaving' }],
      questionReports: [{ reason: 'spam', note: 'Look' }],
    })
    await admin.call(api.admin.deleteUser, { params: { userId: student.user._id } })
    expect((await readQuestion(other, own._id)).question.author).toMatchObject({ name: 'Deleted user', photoUrl: '' })
    expect((await readQuestion(other, others._id)).answers).toMatchObject([
      { _id: given._id, author: { name: 'Deleted user' } },
    ])
    expect((await readQuestion(other, others._id)).question.votes).toBe(0)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select user_id from post_votes union all select user_id from post_follows union all select user_id from post_reports
      ) as traces where user_id = ${student.user._id}`.execute(app.deps.db)
    expect(rows).toEqual([{ count: 0 }])
    expect(
      (await admin.call(api.adminPosts.list, { query: { show: 'reported' } })).posts.map(({ _id }) => _id),
    ).not.toContain(others._id)
  })
})
