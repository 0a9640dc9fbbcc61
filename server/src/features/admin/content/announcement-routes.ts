import { msg } from '@lingui/core/runtime-macro'
import { api, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { closeAnnouncementReports, removeAnnouncementByAdmin } from '../../announcements/index.ts'
import { writeAudit } from '../audit-queries.ts'

/** Serves what admins decide about announcements, which is written to the audit log. */
export function registerAnnouncementRoutes(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.admin,
    api.announcements.removeByAdmin,
  )(async ({ params: { announcementId }, body: { reason }, viewer, say }) => {
    await transact(deps.db, async (tx) => {
      const { courseId, course, title } = await removeAnnouncementByAdmin(deps, tx, announcementId, reason)
      const detail = `Announcement ${isolate(title)} deleted: ${isolate(reason)}`
      const about = { kind: 'course', subjectId: courseId, subject: course, detail } as const
      await writeAudit(deps, tx, { action: 'announcement-removed', adminId: viewer.id, ...about })
    })
    return { message: say(msg`Announcement deleted`) }
  })
  serve(
    routes.admin,
    api.announcements.keepByAdmin,
  )(async ({ params: { announcementId }, viewer, say }) => {
    const kept = await transact(deps.db, async (tx) => {
      const { closed, courseId, course, title } = await closeAnnouncementReports(deps, tx, announcementId)
      if (closed === 0) return false
      const reports = closed === 1 ? '1 report' : `${closed} reports`
      const detail = `Announcement ${isolate(title)} kept: ${reports} closed.`
      const about = { kind: 'course', subjectId: courseId, subject: course, detail } as const
      await writeAudit(deps, tx, { action: 'announcement-kept', adminId: viewer.id, ...about })
      return true
    })
    return { message: say(kept ? msg`Kept` : msg`There are no open reports`) }
  })
}
