import { type api, type BodyOf, maxOwnAnswers, maxQuestionsOfCourse } from '@virtual-courses/contract'
import type { Insertable } from 'kysely'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { PostsTable } from '#db/schema.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { requirePart, requireQuestion, requireWriter } from './access.ts'
import { questionAnswered, questionAsked } from './jobs.ts'
import { presentAnswer, presentWhole } from './present.ts'
import { findAnswer, findQuestion } from './queries.ts'
import { searchedText } from './rules.ts'
import { countOwn, findByKey, insertPost, lockPost, lockWriter, refreshQuestion, setFollow } from './write-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

type Place = Pick<Insertable<PostsTable>, 'course_id' | 'question_id' | 'user_id' | 'request_key'>

/** Throws questions_full where the account has written as much in the course, or below the question, as is kept. */
async function requireRoom(tx: Tx, { course_id: courseId, question_id, user_id }: Place): Promise<void> {
  const most = question_id ? maxOwnAnswers : maxQuestionsOfCourse
  if ((await countOwn(tx, user_id, { courseId, questionId: question_id ?? null })) >= most)
    throw new DomainError('questions_full')
}

/**
 * Asks about a lecture that the user may watch, in a course in which they take part. A repetition returns the first question. Throws
 * not_found, not_entitled, only_enrolled_questions, questions_full, rate_limited.
 */
export async function askQuestion(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  { key, title, text, second }: BodyOf<typeof api.questions.ask>,
) {
  await deps.limits.questionAsks.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    if (!(await lockWriter(tx, viewer.id))) throw new DomainError('unauthenticated')
    const { courseId, video } = await requireWatchable(tx, lectureId, viewer, deps)
    const part = await requirePart(tx, courseId, viewer)
    requireWriter(part)
    const known = await findByKey(tx, viewer.id, key)
    const id = known?.id ?? newId()
    if (!known) {
      const place: Place = { course_id: courseId, question_id: null, user_id: viewer.id, request_key: key }
      await requireRoom(tx, place)
      const now = deps.clock.now()
      const at = video && second !== null ? { video_id: video.id, second } : { video_id: null, second: null }
      await insertPost(tx, {
        ...place,
        ...at,
        id,
        title,
        text,
        folded: searchedText(title, text),
        lecture_id: lectureId,
        created_at: now,
        waits_since: part === 'educator' ? null : now,
      })
      await setFollow(tx, id, viewer.id, now)
      if (part !== 'educator') tx.enqueue(questionAsked, { questionId: id })
    }
    const asked = await findQuestion(tx, id, viewer.id)
    // the key was another post's, or an admin has hidden the question
    if (asked?.lecture_id !== lectureId) throw new DomainError('not_found')
    return presentWhole(asked)
  })
}

/** Answers a question that the user may read. A repetition returns the first answer. Throws as `askQuestion`. */
export async function answerQuestion(
  deps: Deps,
  viewer: CurrentUser,
  questionId: string,
  { key, text }: BodyOf<typeof api.questions.answer>,
) {
  await deps.limits.questionAnswers.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    if (!(await lockWriter(tx, viewer.id))) throw new DomainError('unauthenticated')
    await lockPost(tx, questionId)
    const { question, part } = await requireQuestion(tx, questionId, viewer, deps)
    requireWriter(part)
    const known = await findByKey(tx, viewer.id, key)
    const id = known?.id ?? newId()
    if (!known) {
      const place: Place = {
        course_id: question.course_id,
        question_id: questionId,
        user_id: viewer.id,
        request_key: key,
      }
      await requireRoom(tx, place)
      await insertPost(tx, { ...place, id, text, created_at: deps.clock.now() })
      await refreshQuestion(tx, questionId)
      tx.enqueue(questionAnswered, { answerId: id })
    }
    const answer = await findAnswer(tx, id, viewer.id)
    if (answer?.question_id !== questionId) throw new DomainError('not_found')
    return presentAnswer(answer, question.accepted_id)
  })
}
