import { api } from '@virtual-courses/contract'
import { serve } from '#http/serve.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { giveReview } from './give-review.ts'
import { listMyReviews } from './list-my-reviews.ts'
import { listReviews } from './list-reviews.ts'

/** The calls of reviews. */
export function registerReviews(rings: Rings, deps: FeatureDeps): void {
  serve(rings.signedIn, api.reviews.give)(async ({ body, viewer }) => giveReview(deps, viewer, body))
  serve(rings.public, api.reviews.all)(async ({ query }) => listReviews(deps, query))
  serve(rings.educator, api.reviews.mine)(async ({ query, viewer }) => listMyReviews(deps, viewer.id, query))
}
