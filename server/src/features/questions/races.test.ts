import { ApiError, api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { accept as acceptAs, answer as answerTo, askAbout, vote } from '#test/support/questions.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
let educator: TestUser
let admin: TestUser
let students: TestUser[]
let courseId: string
let lectureId: string
const limits: Limits = createLimits(memoryStore())
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  admin = await app.makeUser('admin')
  educator = await app.makeUser('educator')
  students = await Promise.all([1, 2, 3, 4].map((at) => app.makeUser('student', `Student ${at}`)))
  courseId = (await makeCourse(educator, { price: 0 }))._id
  lectureId = (await makeLecture(educator, courseId))._id
  for (const student of students) await buy(student, courseId)
})
afterAll(() => app.close())

const at = (place: number): TestUser => students[place % students.length] ?? educator
const ask = async (who: TestUser) => (await askAbout(who, lectureId))._id
const answer = async (who: TestUser, questionId: string) => (await answerTo(who, questionId))._id
const accept = (questionId: string, answerId: string | null) => acceptAs(educator, questionId, answerId)

/** Posts whose numbers differ from the rows behind them. */
async function wrong(): Promise<unknown[]> {
  const { rows } = await sql`
    select posts.id from posts join courses on courses.id = posts.course_id
    where posts.votes <> (select count(*) from post_votes where post_id = posts.id)
      or posts.open_reports <> (select count(*) from post_reports where post_id = posts.id and closed_at is null)
      or posts.answers <> (select count(*) from posts as a where a.question_id = posts.id and a.hidden_at is null)
      or exists (
        select 1 from posts as a where a.id = posts.accepted_id and (a.hidden_at is not null or a.question_id <> posts.id)
      )
      or (posts.question_id is null and (posts.waits_since is null) <> (
        posts.hidden_at is not null or posts.accepted_id is not null or posts.user_id = courses.creator_id or exists (
          select 1 from posts as a where a.question_id = posts.id and a.hidden_at is null and a.user_id = courses.creator_id
        )
      ))`.execute(app.deps.db)
  return rows
}

test('votes that are sent at once count one a user', async () => {
  const id = await ask(educator)
  await Promise.all(students.flatMap((student) => [1, 2, 3, 4].map(() => vote(student, id, true))))
  const { question } = await educator.call(api.questions.read, { params: { questionId: id }, query: {} })
  expect(question.votes).toBe(students.length)
  await Promise.all(students.flatMap((student) => [true, false].map((voted) => vote(student, id, voted))))
  expect(await wrong()).toEqual([])
})

test('of two answers that are accepted at once one is', async () => {
  const id = await ask(at(0))
  const answers = await Promise.all([1, 2, 3].map((place) => answer(at(place), id)))
  await Promise.all(answers.map((one) => accept(id, one)))
  const { accepted, answers: others } = await educator.call(api.questions.read, {
    params: { questionId: id },
    query: {},
  })
  expect(answers).toContain(accepted?._id)
  expect(others).toHaveLength(2)
  expect(await wrong()).toEqual([])
})

/** Numbers of 0 to `below`, the same for a seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each([1, 2])('numbers stay right whatever is done at once (seed %i)', async (seed) => {
  Object.assign(limits, createLimits(memoryStore()))
  const next = randomFrom(seed)
  const questions = await Promise.all([0, 1].map((place) => ask(at(place))))
  const answers = new Map<string, string[]>(questions.map((id) => [id, []]))
  const codes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const acts = Array.from({ length: 8 }, () => {
      const id = questions[next(questions.length)] ?? ''
      const own = answers.get(id) ?? []
      const one = own[next(Math.max(own.length, 1))] ?? id
      const who = next(4) === 0 ? educator : at(next(4))
      const postId = one
      const acts: (() => Promise<unknown>)[] = [
        () => answer(who, id).then((given) => own.push(given)),
        () => vote(who, one, next(2) === 0),
        () => accept(id, next(3) === 0 ? null : one),
        () => admin.call(api.adminPosts.hide, { params: { postId }, body: { reason: 'A reason' } }),
        () => admin.call(api.adminPosts.restore, { params: { postId } }),
        () => admin.call(api.adminPosts.keep, { params: { postId } }),
        () => who.call(api.questions.remove, { params: { postId } }),
        () => who.call(api.questions.report, { params: { postId }, body: { reason: 'spam', text: '' } }),
        () => who.call(api.questions.follow, { params: { questionId: id }, body: { follows: next(2) === 0 } }),
        () => who.call(api.questions.edit, { params: { postId }, body: { text: `Changed ${round}` } }),
      ]
      return acts[next(acts.length)]
    })
    for (const result of await Promise.allSettled(acts.map((act) => act?.())))
      if (result.status === 'rejected') {
        if (!(result.reason instanceof ApiError)) throw result.reason
        codes.add(result.reason.code)
      }
    expect(await wrong()).toEqual([])
  }
  expect(codes).not.toContain('internal')
  for (const code of codes) expect(['not_found', 'own_post', 'question_answered', 'invalid_input']).toContain(code)
})

test('an account is deleted while it writes and votes: nothing of it is counted, and nothing waits for ever', async () => {
  Object.assign(limits, createLimits(memoryStore()))
  const id = await ask(at(0))
  const leaving = await Promise.all([1, 2, 3].map(() => app.makeUser()))
  for (const one of leaving) await buy(one, courseId)
  await Promise.allSettled(
    leaving.flatMap((one) => [
      answer(one, id),
      vote(one, id, true),
      one.call(api.questions.report, { params: { postId: id }, body: { reason: 'spam', text: '' } }),
      admin.call(api.admin.deleteUser, { params: { userId: one.user._id } }),
      vote(one, id, true),
    ]),
  )
  expect(await wrong()).toEqual([])
  const { rows } = await sql`
    select 1 from post_votes join users on users.id = post_votes.user_id where users.deleted_at is not null`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([])
})
