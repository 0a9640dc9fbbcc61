import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVisibleCourse } from '#features/courses/index.ts'
import { insertWishlistItem } from './queries.ts'

/** PostgreSQL: a row that this one refers to is gone. */
const isMissingReference = (error: unknown): boolean => (error as { code?: unknown }).code === '23503' // driver errors carry the SQLSTATE

/** Puts a course that the student can see on his wishlist; doing so twice is no error. Throws not_found. */
export async function addToWishlist(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  viewer: CurrentUser,
  courseId: string,
): Promise<void> {
  await requireVisibleCourse(db, courseId, viewer)
  try {
    await insertWishlistItem(db, { userId: viewer.id, courseId, createdAt: clock.now() })
  } catch (error) {
    if (isMissingReference(error)) throw new DomainError('not_found') // deleted a moment ago
    throw error
  }
}
