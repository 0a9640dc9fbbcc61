import type { AnswerOutcome } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findAnswerSubject } from '../assignments/index.ts'
import { findAttemptSubject, findQuiz } from '../quizzes/index.ts'
import { answerKey, answersTopic, givenAttemptsKey, markedKey, usedAttemptsKey, usedAttemptsTopic } from './keys.ts'
import type { Content } from './kinds.ts'
import { notify, notifyMany } from './notify.ts'
import { byLecture } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>
type Subject = NonNullable<Awaited<ReturnType<typeof findAnswerSubject>>>

const paramsOf = ({ course_id, course_title, lecture_id, title }: Subject) => ({
  courseId: course_id,
  course: course_title,
  lectureId: lecture_id,
  lecture: title,
})

/**
 * Notifies the educator of an answer that was handed in; those of one assignment within a short time become one notification. One that was
 * withdrawn meanwhile is left out.
 */
export async function notifyAnswerHandedIn(
  deps: Deps,
  { answerId, attempt }: { answerId: string; attempt: number },
): Promise<void> {
  const answer = await findAnswerSubject(deps.db, answerId)
  if (answer?.attempt !== attempt || answer.state !== 'handed-in') return
  const params = paramsOf(answer)
  const write = ({ length: count }: readonly string[]): Content =>
    count === 1 ? { kind: 'answer-handed-in', params } : { kind: 'answers-handed-in', params: { ...params, count } }
  const topic = answersTopic(answer.lecture_id)
  const event = { key: answerKey(answerId, attempt), topic, item: `${answerId} ${attempt}`, collapse: byLecture, write }
  await notifyMany(deps, event, async (after) => (after === '' ? [answer.creator_id] : []))
}

/** Notifies a student that their answer was returned or accepted. */
export async function notifyAnswerMarked(
  deps: Deps,
  { answerId, attempt, outcome }: { answerId: string; attempt: number; outcome: AnswerOutcome },
): Promise<void> {
  const answer = await findAnswerSubject(deps.db, answerId)
  if (!answer) return
  const kind = outcome === 'accepted' ? 'answer-accepted' : 'answer-returned'
  const key = markedKey(answerId, attempt, outcome)
  await notify(deps, { key, kind, params: paramsOf(answer) }, [answer.student_id])
}

/**
 * Notifies the educator of a student who cannot pass a quiz any more without them; those of one quiz within a short time become one
 * notification.
 */
export async function notifyAttemptsUsed(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttemptSubject(deps.db, attemptId)
  const quiz = attempt && (await findQuiz(deps.db, attempt.lecture_id))
  if (!quiz) return
  const params = {
    courseId: quiz.course_id,
    course: quiz.course_title,
    lectureId: quiz.lecture_id,
    lecture: quiz.title,
  }
  const event = {
    key: usedAttemptsKey(attemptId),
    topic: usedAttemptsTopic(quiz.lecture_id),
    item: attempt.user_id,
    collapse: byLecture,
    write: ({ length: count }: readonly string[]): Content => ({ kind: 'attempts-used', params: { ...params, count } }),
  }
  await notifyMany(deps, event, async (after) => (after === '' ? [quiz.creator_id] : []))
}

/** Notifies a student that they have another attempt at a quiz. */
export async function notifyAttemptsGiven(
  deps: Deps,
  { lectureId, userId, change }: { lectureId: string; userId: string; change: string },
): Promise<void> {
  const quiz = await findQuiz(deps.db, lectureId)
  if (!quiz) return
  const params = { courseId: quiz.course_id, course: quiz.course_title, lectureId, lecture: quiz.title }
  await notify(deps, { key: givenAttemptsKey(change), kind: 'attempts-given', params }, [userId])
}
