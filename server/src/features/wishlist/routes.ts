import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVisibleCourse } from '#features/courses/index.ts'
import { type Routes, serve } from '#http/serve.ts'
import { presentCard, presentCourse } from '../courses/index.ts'
import {
  deleteWishlistItem,
  findWishlistCourses,
  findWishlistIds,
  findWishlistPage,
  insertWishlistItem,
} from './queries.ts'

/** PostgreSQL: the row that this one refers to does not exist. */
const isMissingReference = (error: unknown): boolean => (error as { code?: unknown }).code === '23503' // driver errors carry the SQLSTATE

/** Adds a course that the student can see to their wishlist. Idempotent. Throws not_found. */
async function addToWishlist(
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

/** Serves the endpoints of the wishlist. */
export function registerWishlist(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.student,
    api.wishlist.add,
  )(async ({ body, viewer, say }) => {
    await addToWishlist(deps, viewer, body.courseId)
    return { message: say(msg`Added to wishlist`) }
  })
  serve(
    routes.student,
    api.wishlist.remove,
  )(async ({ body, viewer, say }) => {
    await deleteWishlistItem(deps.db, viewer.id, body.courseId)
    return { message: say(msg`Removed from wishlist`) }
  })
  serve(
    routes.student,
    api.wishlist.list,
  )(async ({ viewer }) => {
    await deps.limits.wishlists.consume(viewer.id)
    return { wishlist: (await findWishlistCourses(deps.db, viewer.id)).map(presentCourse) }
  })
  serve(
    routes.student,
    api.wishlist.page,
  )(async ({ viewer, query }) => {
    const { rows, next, previous } = await findWishlistPage(deps.db, viewer.id, query)
    return { courses: rows.map(presentCard), next, previous }
  })
  serve(
    routes.student,
    api.wishlist.ids,
  )(async ({ viewer }) => ({ courseIds: await findWishlistIds(deps.db, viewer.id) }))
}
