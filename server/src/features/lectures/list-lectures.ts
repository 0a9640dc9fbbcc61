import type { api, BodyOf, Outline, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import {
  lockOwnCourse,
  outlineVersion,
  presentLecture,
  presentSection,
  requireVisibleCourse,
} from '../courses/index.ts'
import { findLectures, findPlaces, placeLectures } from './queries.ts'
import { decideOrder, regroup } from './rules.ts'
import { readOutline } from './sections/edit-sections.ts'
import { findSections } from './sections/section-queries.ts'

/** Returns the lectures and the sections of a course, each in order. Throws not_found for a course that this viewer cannot see. */
export async function listLectures(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser | null,
): Promise<ReplyOf<typeof api.lectures.list>> {
  await requireVisibleCourse(db, courseId, viewer)
  return {
    sections: (await findSections(db, courseId)).map(presentSection),
    lectures: (await findLectures(db, courseId)).map(presentLecture),
  }
}

/**
 * Puts the lectures of the owner's course in the order of the ids and returns them; sections stay runs of lectures (`regroup`). Throws not_found, rate_limited,
 * changed_elsewhere where the order is not the one that the caller has read, and lectures_changed unless each lecture is named exactly once: a stale list would undo a change made in another tab.
 */
export async function reorderLectures(
  deps: Pick<FeatureDeps, 'db' | 'limits'>,
  ownerId: string,
  courseId: string,
  { lectureIds, version }: BodyOf<typeof api.lectures.reorder>,
): Promise<Outline> {
  await deps.limits.outlines.consume(ownerId)
  return transact(deps.db, async (tx) => {
    const course = await lockOwnCourse(tx, courseId, ownerId)
    if (!course) throw new DomainError('not_found')
    const sections = (await findSections(tx, courseId)).map(({ id }) => id)
    const before = await findPlaces(tx, courseId)
    requireVersion(version, outlineVersion(sections, before))
    const decision = decideOrder(
      before.map(({ id }) => id),
      lectureIds,
    )
    if ('problem' in decision) throw new DomainError(decision.problem)
    if (decision.changed) {
      const groups = regroup(lectureIds, new Map(before.map(({ id, sectionId }) => [id, sectionId])), sections)
      const places = lectureIds.map((id, index) => ({ id, sectionId: groups[index] ?? null }))
      await placeLectures(tx, courseId, places)
    }
    if (decision.changed && course.is_published) tx.invalidate('catalogue')
    return readOutline(tx, courseId)
  })
}
