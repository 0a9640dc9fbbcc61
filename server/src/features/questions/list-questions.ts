import type { api, CourseQuestion, QueryOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireOwnCourse } from '../courses/index.ts'
import { findClosed } from '../openings/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { type Part, requirePart, requireQuestion } from './access.ts'
import { countWaiting, findAnswers, findQuestions, findQuestionsOfEducator, findSimilar } from './list-queries.ts'
import { presentAnswer, presentQuestion, presentWhole } from './present.ts'
import { findAnswer } from './queries.ts'
import { similarWords, wantedWords } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/** Returns the lectures of a course whose questions a user does not read yet. */
const closedTo = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  part: Part,
  viewer: CurrentUser,
  courseId: string,
) => (part === 'student' ? [...(await findClosed(db, viewer.id, [courseId], clock.now())).keys()] : [])

/** Returns a page of a course's questions, without those of lectures that are closed to a student. Throws as `requirePart`, as `requireWatchable` for a lecture, and rate_limited for a search. */
export async function listQuestions(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { text, ...query }: QueryOf<typeof api.questions.ofCourse>,
): Promise<ReplyOf<typeof api.questions.ofCourse>> {
  const { db, limits } = deps
  const part = await requirePart(db, courseId, viewer)
  if (query.lecture !== undefined) {
    const lecture = await requireWatchable(db, query.lecture, viewer, deps)
    if (lecture.courseId !== courseId) throw new DomainError('not_found')
  }
  if (text !== '') await limits.questionSearches.consume(viewer.id)
  const { rows, ...beside } = await findQuestions(db, courseId, viewer.id, {
    ...query,
    words: wantedWords(text),
    closed: await closedTo(deps, part, viewer, courseId),
  })
  return { questions: rows.map(presentQuestion), ...beside }
}

/** Returns questions of a course that are similar to a text. Throws as `requirePart`, and rate_limited. */
export async function listSimilar(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  text: string,
): Promise<CourseQuestion[]> {
  await deps.limits.questionSearches.consume(viewer.id)
  const part = await requirePart(deps.db, courseId, viewer)
  const closed = await closedTo(deps, part, viewer, courseId)
  return (await findSimilar(deps.db, courseId, viewer.id, { words: similarWords(text), closed })).map(presentQuestion)
}

/** Returns a question with a page of its answers. Throws as `requireQuestion`. */
export async function readQuestion(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: CurrentUser,
  questionId: string,
  page: QueryOf<typeof api.questions.read>,
): Promise<ReplyOf<typeof api.questions.read>> {
  const { db } = deps
  const { question, part } = await requireQuestion(db, questionId, viewer, deps)
  const { accepted_id: acceptedId } = question
  const [{ rows, ...beside }, accepted] = await Promise.all([
    findAnswers(db, question, viewer.id, page),
    acceptedId === null ? undefined : findAnswer(db, acceptedId, viewer.id),
  ])
  return {
    question: presentWhole(question),
    accepted: accepted ? presentAnswer(accepted, acceptedId) : null,
    answers: rows.map((row) => presentAnswer(row, acceptedId)),
    mayAccept: part === 'educator',
    ...beside,
  }
}

/** Returns a page of the questions in an educator's courses. Throws not_found for the course of someone else. */
export async function listOwnQuestions(
  { db }: Pick<Deps, 'db'>,
  educatorId: string,
  query: QueryOf<typeof api.questions.ofEducator>,
): Promise<ReplyOf<typeof api.questions.ofEducator>> {
  if (query.course !== undefined) await requireOwnCourse(db, query.course, educatorId)
  const [{ rows, ...beside }, waiting] = await Promise.all([
    findQuestionsOfEducator(db, educatorId, query),
    countWaiting(db, educatorId, query.course),
  ])
  return {
    questions: rows.map((row) => ({ ...presentQuestion(row), courseTitle: row.course_title })),
    waiting,
    ...beside,
  }
}
