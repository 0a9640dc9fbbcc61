import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { exportMarks } from './export-marks.ts'
import { importMarks, previewMarks } from './import-marks.ts'
import { readMarks, readOwnMarks } from './read-marks.ts'

/** Serves tables of marks. */
export function registerMarks(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.marks.ofCourse,
  )(async ({ params, query, viewer }) => readMarks(deps, viewer, params.courseId, query))
  serve(
    routes.educator,
    api.marks.export,
  )(async ({ params, viewer, say }) => exportMarks(deps, viewer, params.courseId, say))
  serve(
    routes.educator,
    api.marks.preview,
  )(async ({ params, viewer, body, say }) => previewMarks(deps, viewer, params.courseId, { text: body.text, say }))
  serve(
    routes.educator,
    api.marks.import,
  )(async ({ params, viewer, body, say }) => importMarks(deps, viewer, params.courseId, { body, say }))
  serve(routes.signedIn, api.marks.own)(async ({ params, viewer }) => readOwnMarks(deps, viewer, params.courseId))
}
