import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { downloadHeader } from '../lectures/index.ts'
import { exportCourseInsight, exportLectureInsight } from './export-insight.ts'
import { getCourseInsight, getLectureInsight } from './get-insight.ts'
import { getCourseProgress, listEnrolled, reportProgress } from './progress.ts'
import { recordWatched } from './record-watched.ts'

/** A table for spreadsheets. */
const csv = ({ name, text }: { name: string; text: string }) => ({
  kind: 'text' as const,
  text,
  contentType: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': downloadHeader(name), 'cache-control': 'no-store' },
})

/** Serves the endpoints of learning progress, and of what educators see of it. */
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
  serve(
    routes.signedIn,
    api.learning.watched,
  )(async ({ params, viewer, body }) => ({ counted: await recordWatched(deps, params.lectureId, viewer, body) }))

  serve(
    routes.educator,
    api.insight.course,
  )(async ({ params, viewer }) => getCourseInsight(deps, params.courseId, viewer.id))
  serve(
    routes.educator,
    api.insight.lecture,
  )(async ({ params, viewer }) => getLectureInsight(deps, params.lectureId, viewer.id))
  serve(
    routes.educator,
    api.insight.exportCourse,
  )(async ({ params, viewer, say }) => csv(await exportCourseInsight(deps, params.courseId, viewer.id, say)))
  serve(
    routes.educator,
    api.insight.exportLecture,
  )(async ({ params, viewer, say }) => csv(await exportLectureInsight(deps, params.lectureId, viewer.id, say)))
}
