import type { Course } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentCourse } from './present.ts'
import { findCourse } from './queries.ts'
import { decideVisible } from './rules.ts'

/** One course as this viewer sees it. Throws not_found, also for what he may not see. */
export async function getCourse(
  { db }: Pick<FeatureDeps, 'db'>,
  courseId: string,
  viewer: CurrentUser | null,
): Promise<Course> {
  const row = await findCourse(db, courseId, viewer?.id ?? null)
  if (!row) throw new DomainError('not_found')
  const state = { creatorId: row.creator_id, published: row.is_published, removed: row.removed_at !== null }
  if (!decideVisible(state, viewer, row.enrolled)) throw new DomainError('not_found')
  return presentCourse(row)
}
