import { type AdminCourse, api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { countAudit, findActors, findAudit } from './audit-queries.ts'
import { countCourses, findAdminCourse, findCourses } from './course-queries.ts'
import { getOverview } from './get-overview.ts'
import { registerInvitations } from './invitation-routes.ts'
import { relistCourseByAdmin, unlistCourseByAdmin } from './list-course.ts'
import { presentCourse, presentEntry, presentReview } from './present.ts'
import { countReviews, findReviews } from './review-queries.ts'
import { saveSettings } from './save-settings.ts'
import { takeReviewAway } from './take-review-away.ts'
import { tryModel } from './try-model.ts'
import { registerUserCalls } from './user-routes.ts'

/** The calls of the admin pages. */
export function registerAdmin(routes: Routes, deps: FeatureDeps): void {
  const { db } = deps
  registerUserCalls(routes, deps)
  registerInvitations(routes, deps)
  serve(routes.admin, api.admin.overview)(() => getOverview(deps))
  registerCourseCalls(routes, deps)
  serve(
    routes.admin,
    api.admin.reviews,
  )(async ({ query }) => {
    const [rows, total] = await Promise.all([findReviews(db, query), countReviews(db, query)])
    return { reviews: rows.map(presentReview), total }
  })
  serve(
    routes.admin,
    api.admin.removeReview,
  )(async ({ params, body, viewer }) => {
    await takeReviewAway(deps, viewer, params.reviewId, body.reason)
    return { message: 'Review removed' }
  })
  serve(
    routes.admin,
    api.admin.audit,
  )(async ({ query }) => {
    const [rows, total, admins] = await Promise.all([findAudit(db, query), countAudit(db, query), findActors(db)])
    return { entries: rows.map(presentEntry), total, admins: admins.map(({ id, name }) => ({ _id: id, name })) }
  })
  registerSettingCalls(routes, deps)
}

function registerCourseCalls(routes: Routes, deps: FeatureDeps): void {
  const { db } = deps
  const shown = async (courseId: string): Promise<AdminCourse> => {
    const row = await findAdminCourse(db, courseId)
    if (!row) throw new DomainError('not_found')
    return presentCourse(row)
  }
  serve(
    routes.admin,
    api.admin.courses,
  )(async ({ query }) => {
    const [rows, total] = await Promise.all([findCourses(db, query), countCourses(db, query)])
    return { courses: rows.map(presentCourse), total }
  })
  serve(
    routes.admin,
    api.admin.unlist,
  )(async ({ params, body, viewer }) => {
    const changed = await unlistCourseByAdmin(deps, viewer, params.courseId, body.reason)
    const message = changed ? 'Course unlisted' : 'This course is already unlisted'
    return { course: await shown(params.courseId), message }
  })
  const relisted = {
    published: 'Course relisted',
    draft: 'Course is back as a draft',
    unchanged: 'This course was not unlisted',
  }
  serve(
    routes.admin,
    api.admin.relist,
  )(async ({ params, viewer }) => {
    const message = relisted[await relistCourseByAdmin(deps, viewer, params.courseId)]
    return { course: await shown(params.courseId), message }
  })
}

function registerSettingCalls(routes: Routes, deps: FeatureDeps): void {
  const { settings, config } = deps
  serve(
    routes.admin,
    api.admin.settings,
  )(async () => ({
    settings: settings.current(),
    changed: settings.changed(),
    aiKeySet: Boolean(config.AI_API_KEY),
  }))
  serve(
    routes.admin,
    api.admin.saveSettings,
  )(async ({ body, viewer }) => {
    const changed = await saveSettings(deps, viewer, body)
    return { settings: settings.current(), message: changed ? 'Settings saved' : 'Nothing has changed' }
  })
  serve(routes.admin, api.admin.testAi)(({ body, viewer }) => tryModel(deps, viewer, body))
}
