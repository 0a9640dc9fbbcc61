import { msg } from '@lingui/core/runtime-macro'
import { api, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { removeAnnouncementByAdmin } from '../../announcements/index.ts'
import { writeAudit } from '../audit-queries.ts'

/** Serves the deletion of announcements by admins, which is written to the audit log. */
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
}
