import type { FeatureDeps } from '#core/feature-deps.ts'
import { findFollowers, findPostSubject, type PostSubject } from '../questions/index.ts'
import {
  hiddenPostKey,
  questionAnswerKey,
  questionAnswersTopic,
  questionKey,
  questionSolvedKey,
  questionsTopic,
  restoredPostKey,
} from './keys.ts'
import type { Content } from './kinds.ts'
import { notify, notifyMany } from './notify.ts'
import { byLecture } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

const paramsOf = ({ course_id, course, question_id, question, lecture_id }: PostSubject) => ({
  courseId: course_id,
  course,
  questionId: question_id,
  question,
  lectureId: lecture_id,
})

/** Notifies an educator of a question; several of a course within a short time become one notification. */
export async function notifyQuestionAsked(deps: Deps, questionId: string): Promise<void> {
  const asked = await findPostSubject(deps.db, questionId)
  // an educator has no page for the questions of a removed course
  if (!asked || asked.hidden || asked.removed) return
  const params = paramsOf(asked)
  const { courseId, course } = params
  const event = {
    key: questionKey(questionId),
    topic: questionsTopic(courseId),
    item: questionId,
    collapse: byLecture,
    write: ({ length: count }: readonly string[]): Content =>
      count === 1
        ? { kind: 'question-asked', params }
        : { kind: 'questions-asked', params: { courseId, course, count } },
  }
  await notifyMany(deps, event, async (after) => (after === '' ? [asked.creator_id] : []))
}

/** Notifies those who follow a question of an answer; several to one question become one notification. */
export async function notifyQuestionAnswered(deps: Deps, answerId: string): Promise<void> {
  const answer = await findPostSubject(deps.db, answerId)
  if (!answer || answer.hidden) return
  const params = paramsOf(answer)
  const event = {
    key: questionAnswerKey(answerId),
    topic: questionAnswersTopic(answer.question_id),
    item: answerId,
    collapse: byLecture,
    write: ({ length: count }: readonly string[]): Content => ({
      kind: 'question-answered',
      params: { ...params, count, educator: answer.by_educator && count === 1 },
    }),
  }
  const who = { questionId: answer.question_id, but: answer.user_id }
  await notifyMany(deps, event, (after, limit) => findFollowers(deps.db, who, after, limit))
}

/** Notifies the author of an answer that the educator accepted it, unless that has changed since. */
export async function notifyQuestionSolved(deps: Deps, answerId: string): Promise<void> {
  const answer = await findPostSubject(deps.db, answerId)
  if (!answer?.accepted || answer.hidden) return
  await notify(deps, { key: questionSolvedKey(answerId), kind: 'question-solved', params: paramsOf(answer) }, [
    answer.user_id,
  ])
}

/** Notifies the author of a post that an admin hid it, and why. */
export async function notifyPostHidden(
  deps: Deps,
  { postId, reason, change }: { postId: string; reason: string; change: string },
): Promise<void> {
  const post = await findPostSubject(deps.db, postId)
  if (!post) return
  const params = { courseId: post.course_id, course: post.course, answer: post.is_answer, reason }
  await notify(deps, { key: hiddenPostKey(change), kind: 'post-hidden', params }, [post.user_id])
}

/** Notifies the author of a hidden post that an admin shows it again. */
export async function notifyPostRestored(
  deps: Deps,
  { postId, change }: { postId: string; change: string },
): Promise<void> {
  const post = await findPostSubject(deps.db, postId)
  if (!post) return
  const params = { courseId: post.course_id, course: post.course, answer: post.is_answer }
  await notify(deps, { key: restoredPostKey(change), kind: 'post-restored', params }, [post.user_id])
}
