import type { CourseDetails, CreatorCourse, PublicUser } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findUser, presentPublicUser } from '../accounts/index.ts'
import { presentCourse, presentDetails } from './present.ts'
import { findCourse, findCourseState, findCoursesOf, hasCourses, isOwnCourse } from './queries.ts'
import { decideVisible, pricedAt } from './rules.ts'

/** Returns a course as this viewer sees it. Throws not_found, also when they may not see it. */
export async function getCourse(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  courseId: string,
  viewer: CurrentUser | null,
): Promise<CourseDetails> {
  const row = await findCourse(db, courseId, viewer?.id ?? null)
  if (!row) throw new DomainError('not_found')
  const state = { creatorId: row.creator_id, published: row.is_published, removed: row.removed_at !== null }
  if (!decideVisible(state, viewer, row.enrolled)) throw new DomainError('not_found')
  return presentDetails(pricedAt(row, clock.now()), viewer?.id === row.creator_id)
}

/** Throws not_found unless this viewer can see the course (`decideVisible`); returns whether they are enrolled in it, and whether it is their own. */
export async function requireVisibleCourse(
  on: Executor,
  courseId: string,
  viewer: Pick<CurrentUser, 'id' | 'role'> | null,
): Promise<{ published: boolean; enrolled: boolean; own: boolean }> {
  const row = await findCourseState(on, courseId, viewer?.id ?? null)
  if (!row) throw new DomainError('not_found')
  const state = { creatorId: row.creator_id, published: row.is_published, removed: row.removed_at !== null }
  if (!decideVisible(state, viewer, row.enrolled)) throw new DomainError('not_found')
  return { published: row.is_published, enrolled: row.enrolled, own: viewer?.id === row.creator_id }
}

/** Throws not_found unless the course exists, is not removed, and belongs to this user. */
export async function requireOwnCourse(on: Executor, courseId: string, ownerId: string): Promise<void> {
  if (!(await isOwnCourse(on, courseId, ownerId))) throw new DomainError('not_found')
}

/** Returns the viewer's own courses with drafts, newest first; none for a viewer who is no educator. */
export async function listMine({ db }: Pick<FeatureDeps, 'db'>, viewer: CurrentUser): Promise<CreatorCourse[]> {
  if (viewer.role !== 'educator') return []
  const rows = await findCoursesOf(db, viewer.id)
  return rows.map((row) => ({ ...presentCourse(row), enrolledStudents: row.students }))
}

/**
 * Returns the public profile of an educator, or of a user who has courses. The e-mail address is included for the user
 * themselves, for admins, and where the user shows it. Throws not_found for any other account.
 */
export async function getCreator(
  { db }: Pick<FeatureDeps, 'db'>,
  userId: string,
  viewer: CurrentUser,
): Promise<PublicUser> {
  const user = await findUser(db, userId)
  if (!user || (user.role !== 'educator' && !(await hasCourses(db, user.id)))) throw new DomainError('not_found')
  return presentPublicUser(user, user.show_email || viewer.id === user.id || viewer.role === 'admin')
}
