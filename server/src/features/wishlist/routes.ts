import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { presentCourse } from '../courses/index.ts'
import { addToWishlist } from './add-to-wishlist.ts'
import { deleteWishlistItem, findWishlistCourses, findWishlistIds } from './queries.ts'

/** The calls of the wishlist. */
export function registerWishlist(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.student,
    api.wishlist.add,
  )(async ({ body, viewer }) => {
    await addToWishlist(deps, viewer, body.courseId)
    return { message: 'Added to wishlist' }
  })
  serve(
    routes.student,
    api.wishlist.remove,
  )(async ({ body, viewer }) => {
    await deleteWishlistItem(deps.db, viewer.id, body.courseId)
    return { message: 'Removed from wishlist' }
  })
  serve(
    routes.student,
    api.wishlist.list,
  )(async ({ viewer }) => ({ wishlist: (await findWishlistCourses(deps.db, viewer.id)).map(presentCourse) }))
  serve(
    routes.student,
    api.wishlist.ids,
  )(async ({ viewer }) => ({ courseIds: await findWishlistIds(deps.db, viewer.id) }))
}
