import type { Lecture } from '@virtual-courses/contract'
import { transact } from '#db/executor.ts'
import { Refusal } from '#http/refusal.ts'
import { lockOwnCourse, presentLecture, touchCatalogue } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { findLectureIds, findLectures, placeLectures } from './queries.ts'
import { decideOrder } from './rules.ts'

/**
 * Puts the lectures of the owner's course in the order of the ids and answers them so. Throws not_found, and lectures_changed
 * unless each lecture is named exactly once: somebody with an old list in front of him would undo what another tab did.
 */
export async function reorderLectures(
  deps: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  courseId: string,
  lectureIds: readonly string[],
): Promise<Lecture[]> {
  return transact(deps.db, async (tx) => {
    const course = await lockOwnCourse(tx, courseId, ownerId)
    if (!course) throw new Refusal('not_found')
    const decision = decideOrder(await findLectureIds(tx, courseId), lectureIds)
    if ('refusal' in decision) throw new Refusal(decision.refusal)
    if (decision.changed) await placeLectures(tx, courseId, lectureIds)
    const lectures = await findLectures(tx, courseId)
    if (decision.changed && course.is_published) await touchCatalogue(tx)
    return lectures.map(presentLecture)
  })
}
