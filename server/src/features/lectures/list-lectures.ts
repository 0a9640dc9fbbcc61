import type { Lecture } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { lockOwnCourse, presentLecture, remakeDocument, requireVisibleCourse } from '../courses/index.ts'
import { findLectureIds, findLectures, placeLectures } from './queries.ts'
import { decideOrder } from './rules.ts'

/** Returns the lectures of a course, in order. Throws not_found for a course that this viewer cannot see. */
export async function listLectures(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser | null,
): Promise<Lecture[]> {
  await requireVisibleCourse(db, courseId, viewer)
  return (await findLectures(db, courseId)).map(presentLecture)
}

/**
 * Puts the lectures of the owner's course in the order of the ids and returns them. Throws not_found, and lectures_changed
 * unless each lecture is named exactly once: a stale list would undo a change made in another tab.
 */
export async function reorderLectures(
  deps: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  courseId: string,
  lectureIds: readonly string[],
): Promise<Lecture[]> {
  return transact(deps.db, async (tx) => {
    const course = await lockOwnCourse(tx, courseId, ownerId)
    if (!course) throw new DomainError('not_found')
    const decision = decideOrder(await findLectureIds(tx, courseId), lectureIds)
    if ('problem' in decision) throw new DomainError(decision.problem)
    if (decision.changed) await placeLectures(tx, courseId, lectureIds)
    const lectures = await findLectures(tx, courseId)
    if (decision.changed && course.is_published) await remakeDocument(tx, courseId, ownerId)
    return lectures.map(presentLecture)
  })
}
