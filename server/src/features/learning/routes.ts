import { api } from '@virtual-courses/contract'
import { serve } from '#http/serve.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { getCourseProgress } from './get-course-progress.ts'
import { getOverview } from './get-overview.ts'
import { reportProgress } from './report-progress.ts'

/** The calls of learning progress. */
export function registerLearning(rings: Rings, deps: FeatureDeps): void {
  serve(rings.signedIn, api.learning.overview)(async ({ viewer }) => ({ courses: await getOverview(deps, viewer.id) }))
  serve(
    rings.signedIn,
    api.learning.course,
  )(async ({ params, viewer }) => getCourseProgress(deps, params.courseId, viewer))
  serve(
    rings.signedIn,
    api.learning.report,
  )(async ({ params, viewer, body }) => reportProgress(deps, params.lectureId, viewer, body))
}
