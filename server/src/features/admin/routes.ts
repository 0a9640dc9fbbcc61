import { msg } from '@lingui/core/runtime-macro'
import { type AdminCourse, api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { settingsVersion } from '#core/settings.ts'
import { type Routes, serve } from '#http/serve.ts'
import { callerOf } from '../accounts/index.ts'
import { auditFilter, countAudit, findActors, findAudit } from './audit-queries.ts'
import { registerBulkRoutes } from './bulk/bulk-routes.ts'
import { registerAnnouncementRoutes } from './content/announcement-routes.ts'
import { registerBundleRoutes } from './content/bundle-routes.ts'
import { registerCertificateRoutes } from './content/certificate-routes.ts'
import { countCourses, courseFilter, findAdminCourse, findCourses } from './content/course-queries.ts'
import { deleteReview, keepReview, relistCourseByAdmin, unlistCourseByAdmin } from './content/moderate-content.ts'
import { registerPostRoutes } from './content/post-routes.ts'
import { countReported, countReviews, findReported, findReviews, reviewFilter } from './content/review-queries.ts'
import { registerSiteCoupons } from './content/site-coupons.ts'
import { findPeriod } from './find-period.ts'
import { getOverview } from './get-overview.ts'
import { registerListRoutes } from './lists/list-routes.ts'
import { registerOrderRoutes } from './orders/order-routes.ts'
import { registerPayoutRoutes } from './orders/payout-routes.ts'
import { presentCourse, presentEntry, presentInvitation, presentReported, presentReview } from './present.ts'
import { saveSettings } from './save-settings.ts'
import { registerPageRoutes } from './site-pages/page-routes.ts'
import { registerStorage } from './storage-routes.ts'
import { tryModel } from './try-model.ts'
import { registerUnsureSearches } from './unsure/unsure-routes.ts'
import { acceptInvitation, readInvitation } from './users/accept-invitation.ts'
import { findOpen } from './users/invitation-queries.ts'
import { sendInvitation, withdrawInvitation } from './users/send-invitation.ts'
import { registerUserRoutes } from './users/user-routes.ts'

/** Registers the endpoints of the admin pages. */
export function registerAdmin(routes: Routes, deps: FeatureDeps): void {
  const { db } = deps
  registerUserRoutes(routes, deps)
  registerInvitations(routes, deps)
  registerSiteCoupons(routes, deps)
  registerBundleRoutes(routes, deps)
  serve(routes.admin, api.admin.overview)(() => getOverview(deps))
  serve(routes.admin, api.admin.sales)(({ query }) => findPeriod(deps, query))
  registerCourseRoutes(routes, deps)
  registerReviewRoutes(routes, deps)
  registerPostRoutes(routes, deps)
  registerCertificateRoutes(routes, deps)
  registerAnnouncementRoutes(routes, deps)
  registerOrderRoutes(routes, deps)
  registerPayoutRoutes(routes, deps)
  registerStorage(routes, deps)
  registerPageRoutes(routes, deps)
  registerUnsureSearches(routes, deps)
  serve(
    routes.admin,
    api.admin.audit,
  )(async ({ query }) => {
    const filter = await auditFilter(db, query)
    const [page, total, actors] = await Promise.all([
      findAudit(db, query, filter),
      countAudit(db, filter),
      findActors(db),
    ])
    const { rows, ...beside } = page
    const admins = actors.map(({ id, name }) => ({ _id: id, name }))
    return { entries: rows.map(presentEntry), total, ...beside, admins }
  })
  registerSettingRoutes(routes, deps)
  registerBulkRoutes(routes, deps)
  registerListRoutes(routes, deps)
}

function registerCourseRoutes(routes: Routes, deps: FeatureDeps): void {
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
    const filter = await courseFilter(db, query)
    const [{ rows, ...beside }, total] = await Promise.all([findCourses(db, query, filter), countCourses(db, filter)])
    return { courses: rows.map(presentCourse), total, ...beside }
  })
  serve(
    routes.admin,
    api.admin.unlist,
  )(async ({ params, body, say, viewer }) => {
    const changed = await unlistCourseByAdmin(deps, viewer, params.courseId, body.reason)
    const message = say(changed ? msg`Course unlisted` : msg`This course is already unlisted`)
    return { course: await shown(params.courseId), message }
  })
  const relisted = {
    published: msg`Course relisted`,
    draft: msg`Course is back as a draft`,
    unchanged: msg`This course was not unlisted`,
  }
  serve(
    routes.admin,
    api.admin.relist,
  )(async ({ params, say, viewer }) => {
    const message = say(relisted[await relistCourseByAdmin(deps, viewer, params.courseId)])
    return { course: await shown(params.courseId), message }
  })
}

function registerReviewRoutes(routes: Routes, deps: FeatureDeps): void {
  const { db } = deps
  serve(
    routes.admin,
    api.admin.reviews,
  )(async ({ query }) => {
    const filter = await reviewFilter(db, query)
    const [{ rows, ...beside }, total] = await Promise.all([findReviews(db, query, filter), countReviews(db, filter)])
    return { reviews: rows.map(presentReview), total, ...beside }
  })
  serve(
    routes.admin,
    api.admin.removeReview,
  )(async ({ params, body, say, viewer }) => {
    await deleteReview(deps, viewer, params.reviewId, body.reason)
    return { message: say(msg`Review removed`) }
  })
  serve(
    routes.admin,
    api.admin.reportedReviews,
  )(async ({ query }) => {
    const [{ rows, ...beside }, numbers] = await Promise.all([findReported(db, query), countReported(db)])
    return { reviews: rows.map(presentReported), ...numbers, ...beside }
  })
  serve(
    routes.admin,
    api.admin.keepReview,
  )(async ({ params, say, viewer }) => {
    const closed = await keepReview(deps, viewer, params.reviewId)
    return { message: say(closed ? msg`Review kept` : msg`This review has no open reports`) }
  })
}

function registerSettingRoutes(routes: Routes, deps: FeatureDeps): void {
  const { settings, config } = deps
  serve(
    routes.admin,
    api.admin.settings,
  )(async () => ({
    settings: settings.current(),
    changed: settings.changed(),
    version: settingsVersion(settings.current()),
    aiKeySet: Boolean(config.AI_API_KEY),
  }))
  serve(
    routes.admin,
    api.admin.saveSettings,
  )(async ({ body, say, viewer }) => {
    const changed = await saveSettings(deps, viewer, body)
    const now = settings.current()
    return {
      settings: now,
      version: settingsVersion(now),
      message: say(changed ? msg`Settings saved` : msg`Nothing has changed`),
    }
  })
  serve(routes.admin, api.admin.testAi)(({ body, say, viewer }) => tryModel(deps, viewer, body, say))
}

/** Endpoints of invitations: two for readers of a link, three for admins. */
function registerInvitations(routes: Routes, deps: FeatureDeps): void {
  serve(routes.public, api.invitations.read)((call) => readInvitation(deps, call.body.token, callerOf(call)))
  serve(
    routes.public,
    api.invitations.accept,
  )(async (call) => {
    const accepted = await acceptInvitation(deps, call.body, callerOf(call))
    return { ...accepted, message: call.say(accepted.message) }
  })
  serve(
    routes.admin,
    api.invitations.list,
  )(async () => ({ invitations: (await findOpen(deps.db, deps.clock.now())).map(presentInvitation) }))
  serve(
    routes.admin,
    api.invitations.send,
  )(async ({ body, say, viewer }) => {
    await sendInvitation(deps, viewer, { email: body.email, language: say.language })
    return { message: say(msg`An invitation is on its way to ${{ email: body.email }}`) }
  })
  serve(
    routes.admin,
    api.invitations.withdraw,
  )(async ({ params, say, viewer }) => {
    await withdrawInvitation(deps, viewer, params.invitationId)
    return { message: say(msg`Invitation withdrawn`) }
  })
}
