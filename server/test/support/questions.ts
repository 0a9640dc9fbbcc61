import { randomBytes } from 'node:crypto'
import { api, type CourseQuestion } from '@virtual-courses/contract'
import type { TestUser } from './create-test-app.ts'

/** A key of a request. */
export const newKey = (): string => randomBytes(12).toString('base64url')

type Asked = { title?: string; text?: string; second?: number | null; key?: string }
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
