import { randomBytes } from 'node:crypto'
import { api, type CourseQuestion } from '@virtual-courses/contract'
import type { TestApp, TestUser } from './create-test-app.ts'
import { makeCourse, makeLecture } from './make-course.ts'
import { buy } from './sales/pay.ts'

/** A course with a lecture, of an educator, bought by two students. */
export async function makeAskedCourse(app: TestApp) {
  const educator = await app.makeUser('educator', 'Meera')
  const student = await app.makeUser('student', 'Asha')
  const other = await app.makeUser('student', 'Ravi')
  const courseId = (await makeCourse(educator, { title: 'Weaving' }))._id
  const lectureId = (await makeLecture(educator, courseId, 'The loom'))._id
  for (const one of [student, other]) await buy(one, courseId)
  return { educator, student, other, courseId, lectureId }
}

/** A key of a request. */
export const newKey = (): string => randomBytes(12).toString('base64url')

export const listQuestions = async (who: TestUser, courseId: string, query = {}) =>
  (await who.call(api.questions.ofCourse, { params: { courseId }, query })).questions
export const titlesOf = async (who: TestUser, courseId: string, query = {}) =>
  (await listQuestions(who, courseId, query)).map(({ title }) => title)
export const countWaiting = async (educator: TestUser) => (await educator.call(api.questions.waiting)).waiting

export type Asked = { title?: string; text?: string; second?: number | null; key?: string }
export const askAbout = async (who: TestUser, lectureId: string, changes: Asked = {}): Promise<CourseQuestion> => {
  const body = { key: newKey(), title: 'Why does the warp break?', ...changes }
  return (await who.call(api.questions.ask, { params: { lectureId }, body })).question
}
export const answer = async (who: TestUser, questionId: string, text = 'It is too tight') =>
  (await who.call(api.questions.answer, { params: { questionId }, body: { key: newKey(), text } })).answer
export const readQuestion = (who: TestUser, questionId: string, query = {}) =>
  who.call(api.questions.read, { params: { questionId }, query })
export const vote = (who: TestUser, postId: string, voted = true) =>
  who.call(api.questions.vote, { params: { postId }, body: { voted } })
export const accept = (who: TestUser, questionId: string, answerId: string | null) =>
  who.call(api.questions.accept, { params: { questionId }, body: { answerId } })
export const report = (who: TestUser, postId: string) =>
  who.call(api.questions.report, { params: { postId }, body: { reason: 'spam', text: 'Look' } })
/** Sentences and links of someone's notifications. */
export const messagesOf = async (who: TestUser): Promise<string[][]> =>
  (await who.call(api.notifications.list)).notifications.map(({ message, link }) => [message, link])
