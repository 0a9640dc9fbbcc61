import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { deleteOwnReview, giveReview } from './give-review.ts'
import { listCourseReviews, listMyReviews, listReviews } from './list-reviews.ts'
import { removeReply, replyToReview } from './reply-to-review.ts'
import { reportReview } from './report-review.ts'

/** Serves the endpoints of reviews. */
export function registerReviews(routes: Routes, deps: FeatureDeps): void {
  serve(routes.signedIn, api.reviews.give)(async ({ body, viewer }) => giveReview(deps, viewer, body))
  serve(
    routes.public,
    api.reviews.all,
  )(async ({ query, viewer, client }) => listReviews(deps, query, { client, viewer }))
  serve(routes.educator, api.reviews.mine)(async ({ query, viewer }) => listMyReviews(deps, viewer.id, query))
  serve(
    routes.public,
    api.reviews.ofCourse,
  )(async ({ params, query, viewer }) => listCourseReviews(deps, params.courseId, viewer, query))
  serve(
    routes.signedIn,
    api.reviews.remove,
  )(async ({ params, viewer, say }) => {
    await deleteOwnReview(deps, viewer, params.reviewId)
    return { message: say(msg`Review deleted`) }
  })
  serve(
    routes.educator,
    api.reviews.reply,
  )(async ({ params, body, viewer, say }) => ({
    review: await replyToReview(deps, viewer, params.reviewId, body),
    message: say(msg`Reply saved`),
  }))
  serve(
    routes.educator,
    api.reviews.removeReply,
  )(async ({ params, viewer, say }) => {
    await removeReply(deps, viewer, params.reviewId)
    return { message: say(msg`Reply deleted`) }
  })
  serve(
    routes.signedIn,
    api.reviews.report,
  )(async ({ params, body, viewer, say }) => {
    await reportReview(deps, viewer, params.reviewId, body)
    return { message: say(msg`Thank you. An administrator will look at this review.`) }
  })
}
