import { msg } from '@lingui/core/runtime-macro'
import type { api, ReplyInput } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { requireOwnCourse } from '../../courses/index.ts'
import { countAsked, deleteAsked, findAsked } from './asked-queries.ts'

const lectureOf = ({
  lecture_id: id,
  lecture_title: title,
}: {
  lecture_id: string | null
  lecture_title: string | null
}) => (id === null ? null : { _id: id, title: title ?? '' })

/** Returns what was asked about an own course and not found in it. Throws not_found. */
export async function listAsked(
  { db }: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  courseId: string,
): Promise<ReplyInput<typeof api.tutor.asked>> {
  await requireOwnCourse(db, courseId, ownerId)
  const [lectures, questions] = [await countAsked(db, courseId), await findAsked(db, courseId)]
  return {
    lectures: lectures.map((row) => ({ lecture: lectureOf(row), questions: row.questions, askings: row.askings })),
    questions: questions.map((row) => ({
      _id: row.id,
      question: row.question,
      lecture: lectureOf(row),
      askings: row.askings,
      lastAskedAt: row.last_asked_at.toISOString(),
    })),
  }
}

/** Takes a question off the list; asked again, it comes back. Throws not_found. */
export async function settleAsked(
  { db }: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  { courseId, askedId }: { courseId: string; askedId: string },
  say: Say,
): Promise<{ message: string }> {
  await requireOwnCourse(db, courseId, ownerId)
  if (!(await deleteAsked(db, courseId, askedId))) throw new DomainError('not_found')
  return { message: say(msg`The question is off the list`) }
}
