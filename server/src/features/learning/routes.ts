import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { downloadHeader } from '#core/files/download.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { studentAdded } from '../enrolments/index.ts'
import { courseDuplicated } from '../lectures/index.ts'
import { completeIfReached } from './complete-course.ts'
import { copyRule, hasMarks } from './completion-queries.ts'
import { getRule, setRule } from './completion-settings.ts'
import { exportCourseInsight, exportLectureInsight } from './export-insight.ts'
import { getCourseInsight, getLectureInsight } from './get-insight.ts'
import { imagineProgress } from './imagine-progress.ts'
import { getCourseProgress, listEnrolled, reportProgress } from './progress.ts'
import { recordWatched } from './record-watched.ts'
import { correctMark, readStudent } from './students/correct-mark.ts'
import { exportStudents, listStudents } from './students/list-students.ts'
import { openEarly } from './students/open-early.ts'

/** A table for spreadsheets. */
const csv = ({ name, text }: { name: string; text: string }) => ({
  kind: 'text' as const,
  text,
  contentType: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': downloadHeader(name), 'cache-control': 'no-store' },
})

/** Serves the endpoints of learning progress, and of what educators see of it. */
export function registerLearning(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.learning.overview,
  )(async ({ viewer, query, say }) => listEnrolled(deps, viewer.id, query, say))
  serve(
    routes.signedIn,
    api.learning.course,
  )(async ({ params: { courseId }, query: { days, diligent }, viewer, say }) =>
    days === undefined
      ? getCourseProgress(deps, courseId, viewer, say)
      : imagineProgress(deps, viewer, { courseId, student: { days, isDiligent: diligent } }, say),
  )
  serve(
    routes.signedIn,
    api.learning.report,
  )(async ({ params, viewer, body }) => reportProgress(deps, params.lectureId, viewer, body))
  serve(
    routes.signedIn,
    api.learning.watched,
  )(async ({ params, viewer, body }) => recordWatched(deps, params.lectureId, viewer, body))

  courseDuplicated.on(deps.db, (tx, { from, to }) => copyRule(tx, from, to))
  // who had ticked everything before they enrolled
  studentAdded.on(deps.db, async (tx, student) => {
    if (await hasMarks(tx, student.userId, student.courseId)) await completeIfReached(tx, student)
  })
  serve(routes.educator, api.completion.rule)(async ({ params, viewer }) => getRule(deps, params.courseId, viewer.id))
  serve(
    routes.educator,
    api.completion.setRule,
  )(async ({ params, body, viewer, say }) => setRule(deps, viewer.id, params.courseId, { body, say }))
  serve(
    routes.educator,
    api.completion.student,
  )(async ({ params, viewer, say }) => readStudent(deps, viewer, params, say))
  serve(
    routes.educator,
    api.completion.correct,
  )(async ({ params, body, viewer, say }) => correctMark(deps, viewer, params, { body, say }))
  serve(
    routes.educator,
    api.completion.openEarly,
  )(async ({ params, body, viewer, say }) => openEarly(deps, viewer, params, { body, say }))
  serve(
    routes.educator,
    api.courses.students,
  )(async ({ params, query, viewer, say }) => listStudents(deps, viewer.id, params.courseId, { query, say }))
  serve(
    routes.educator,
    api.courses.exportStudents,
  )(async ({ params, viewer, signal, say }) => ({
    kind: 'text',
    text: await exportStudents(deps, viewer.id, params.courseId, { signal, say }),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="students.csv"', 'cache-control': 'no-store' },
  }))

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
