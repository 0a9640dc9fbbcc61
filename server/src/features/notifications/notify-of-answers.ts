import type { AnswerOutcome } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findAnswerSubject } from '../assignments/index.ts'
import { answerKey, answersTopic, markedKey } from './keys.ts'
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
