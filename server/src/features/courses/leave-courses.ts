import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { removeLater } from '../media/index.ts'
import { hideCourse } from './hide-course.ts'
import { deleteCourse, findTies, lockCoursesOf, videoIdsOf } from './queries.ts'
import { decideRemoval } from './rules.ts'

/**
 * What becomes of the courses of someone who leaves for ever: those with students or orders are removed and stay with their
 * students, the others are deleted with their media. Courses that are sold to students at this moment keep him from leaving:
 * throws has_students. The catalogue has to be invalidated.
 */
export async function leaveCourses({ clock }: Pick<FeatureDeps, 'clock'>, tx: Tx, creatorId: string): Promise<void> {
  for (const course of await lockCoursesOf(tx, creatorId)) {
    const ties = await findTies(tx, course.id)
    if (course.is_published && ties.enrolments) throw new DomainError('has_students')
    if (decideRemoval(ties) === 'hide') {
      await hideCourse(tx, course.id, clock.now())
      continue
    }
    const videos = await videoIdsOf(tx, course.id)
    await deleteCourse(tx, course.id)
    removeLater(tx, { images: course.thumbnail_id === null ? [] : [course.thumbnail_id], videos })
  }
}
