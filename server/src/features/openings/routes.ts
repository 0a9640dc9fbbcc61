import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { readOpenings, setOpening } from './set-opening.ts'

/** Serves when sections and lectures open, for the educator of their course. */
export function registerOpenings(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.openings.read,
  )(async ({ params, query: { days, diligent }, viewer, say }) =>
    readOpenings(deps, viewer.id, params.courseId, { student: { days, isDiligent: diligent }, say }),
  )
  serve(
    routes.educator,
    api.openings.setSection,
  )(async ({ params, body, viewer, say }) =>
    setOpening(deps, viewer.id, { table: 'course_sections', id: params.sectionId }, { body, say }),
  )
  serve(
    routes.educator,
    api.openings.setLecture,
  )(async ({ params, body, viewer, say }) =>
    setOpening(deps, viewer.id, { table: 'lectures', id: params.lectureId }, { body, say }),
  )
}
