import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { giveReview } from './give-review.ts'
import { listMyReviews, listReviews } from './list-reviews.ts'

/** Serves the endpoints of reviews. */
export function registerReviews(routes: Routes, deps: FeatureDeps): void {
  serve(routes.signedIn, api.reviews.give)(async ({ body, viewer }) => giveReview(deps, viewer, body))
  serve(routes.public, api.reviews.all)(async ({ query }) => listReviews(deps, query))
  serve(routes.educator, api.reviews.mine)(async ({ query, viewer }) => listMyReviews(deps, viewer.id, query))
}
