import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { getCourseProgress, listEnrolled, reportProgress } from './progress.ts'

/** Serves the endpoints of learning progress. */
export function registerLearning(routes: Routes, deps: FeatureDeps): void {
  serve(routes.signedIn, api.learning.overview)(async ({ viewer, query }) => listEnrolled(deps, viewer.id, query))
  serve(
    routes.signedIn,
    api.learning.course,
  )(async ({ params, viewer }) => getCourseProgress(deps, params.courseId, viewer))
  serve(
    routes.signedIn,
    api.learning.report,
  )(async ({ params, viewer, body }) => reportProgress(deps, params.lectureId, viewer, body))
}
