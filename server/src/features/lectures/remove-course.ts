import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import {
  type CourseTies,
  decideRemoval,
  deleteCourse,
  findTies,
  lockCoursesOf,
  lockOwnCourse,
  lockUnfinishedCopy,
  updateCourse,
} from '../courses/index.ts'
import { removeLater } from '../media/index.ts'
import { fileIdsOf } from './attachments/attachment-queries.ts'
import { entriesLeaving } from './jobs.ts'
import { publishLiveChanged } from './publish-live-changed.ts'
import { cancelSessions, videoIdsOf } from './queries.ts'

/**
 * Removes the owner's course: one with enrolments or orders is hidden from everyone but its students, any other is deleted with
 * its media. Throws not_found.
 */
export async function removeCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  ownerId: string,
  courseId: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    // The lock serialises the removal with a purchase that is being booked.
    const course = await lockOwnCourse(tx, courseId, ownerId)
    if (!course) throw new DomainError('not_found')
    await removeLocked(tx, course, await findTies(tx, courseId), deps.clock.now())
  })
}

/**
 * Removes all courses of a user whose account is deleted, as `removeCourse` does. Throws has_students while a course is published and
 * has students.
 */
export async function removeCoursesOf({ clock }: Pick<FeatureDeps, 'clock'>, tx: Tx, creatorId: string): Promise<void> {
  for (const course of await lockCoursesOf(tx, creatorId)) {
    const ties = await findTies(tx, course.id)
    if (course.is_published && ties.enrolments) throw new DomainError('has_students')
    await removeLocked(tx, course, ties, clock.now())
  }
}

/** Deletes a copy that is not complete; one that is stays. */
export async function removeUnfinishedCopy(
  tx: Tx,
  { clock }: Pick<FeatureDeps, 'clock'>,
  courseId: string,
): Promise<void> {
  const copy = await lockUnfinishedCopy(tx, courseId)
  if (copy) await removeLocked(tx, copy, { enrolments: false, orders: false }, clock.now())
}

type RemovedCourse = { id: string; thumbnail_id: string | null; is_published: boolean }

/** Hides or deletes a locked course. Scheduled sessions of a hidden course are cancelled; a live one ends within seconds. */
async function removeLocked(
  tx: Tx,
  { id: courseId, thumbnail_id: imageId, is_published: published }: RemovedCourse,
  ties: CourseTies,
  now: Date,
): Promise<void> {
  if (published) tx.invalidate('catalogue')
  if (decideRemoval(ties) === 'hide') {
    await updateCourse(tx, courseId, { is_published: false, removed_at: now })
    for (const lectureId of await cancelSessions(tx, courseId))
      await publishLiveChanged(tx, { courseId, lectureId, state: 'none', startTime: null })
    return
  }
  const videos = await videoIdsOf(tx, courseId)
  const files = await fileIdsOf(tx, { courseId })
  await tx.announce(entriesLeaving, { courseId })
  await deleteCourse(tx, courseId)
  removeLater(tx, { images: imageId === null ? [] : [imageId], videos, files })
}
