import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/transact.ts'
import { findCourseState, isOwnCourse } from './queries.ts'
import { decideVisible } from './rules.ts'

/**
 * A course that this viewer can see, by the rule of `decideVisible`, and whether he is enrolled in it. Throws not_found, the
 * same for what is not there.
 */
export async function requireVisibleCourse(
  on: Executor,
  courseId: string,
  viewer: Pick<CurrentUser, 'id' | 'role'> | null,
): Promise<{ published: boolean; enrolled: boolean }> {
  const row = await findCourseState(on, courseId, viewer?.id ?? null)
  if (!row) throw new DomainError('not_found')
  const state = { creatorId: row.creator_id, published: row.is_published, removed: row.removed_at !== null }
  if (!decideVisible(state, viewer, row.enrolled)) throw new DomainError('not_found')
  return { published: row.is_published, enrolled: row.enrolled }
}

/** Throws not_found unless the course is there, not removed, and this user's own. */
export async function requireOwnCourse(on: Executor, courseId: string, ownerId: string): Promise<void> {
  if (!(await isOwnCourse(on, courseId, ownerId))) throw new DomainError('not_found')
}
