import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { getStatistics } from '../statistics/get-statistics.ts'
import { exportAnswers } from './export-answers.ts'
import { exportCsv, exportGift } from './export-questions.ts'
import { importQuestions, previewImport } from './import-questions.ts'

/** Serves how questions come in and go out, answers go out, and what they say about the questions. */
export function serveTransfer(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.quizTransfer.preview,
  )(async ({ params, body, viewer, say }) => previewImport(deps, viewer, params.courseId, { body, say }))
  serve(
    routes.educator,
    api.quizTransfer.import,
  )(async ({ params, body, viewer }) => ({ imported: await importQuestions(deps, viewer, params.courseId, body) }))
  serve(
    routes.educator,
    api.quizTransfer.exportGift,
  )(async ({ params, viewer }) => exportGift(deps, viewer, params.courseId))
  serve(
    routes.educator,
    api.quizTransfer.exportCsv,
  )(async ({ params, viewer }) => exportCsv(deps, viewer, params.courseId))
  serve(
    routes.educator,
    api.quizTransfer.exportAnswers,
  )(async ({ params, viewer, say }) => exportAnswers(deps, viewer, params.lectureId, say))
  serve(
    routes.educator,
    api.quizStatistics.ofQuiz,
  )(async ({ params, viewer }) => getStatistics(deps, viewer, params.lectureId))
}
