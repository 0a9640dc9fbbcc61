import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { isEnrolled } from './queries.ts'

/** Serves the enrolments of the current student. */
export function registerEnrolments(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.enrolments.enrolled,
  )(async ({ params, viewer }) => ({
    enrolled: await isEnrolled(deps.db, viewer.id, params.courseId),
  }))
}
