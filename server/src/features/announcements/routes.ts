import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { announce } from './announce.ts'
import { editAnnouncement, removeAnnouncement } from './change-announcement.ts'
import { listAnnouncements, readAnnouncement } from './list-announcements.ts'
import { reportAnnouncement } from './report-announcement.ts'

/** Serves announcements of educators to the students of their courses. */
export function registerAnnouncements(routes: Routes, deps: FeatureDeps): void {
  const { announcements } = api
  serve(
    routes.signedIn,
    announcements.ofCourse,
  )(({ params, query, viewer }) => listAnnouncements(deps, viewer, params.courseId, query))
  serve(
    routes.signedIn,
    announcements.read,
  )(async ({ params, viewer }) => ({ announcement: await readAnnouncement(deps, viewer, params.announcementId) }))
  serve(
    routes.educator,
    announcements.make,
  )(async ({ params, body, viewer }) => ({ announcement: await announce(deps, viewer, params.courseId, body) }))
  serve(
    routes.educator,
    announcements.edit,
  )(async ({ params, body, viewer }) => ({
    announcement: await editAnnouncement(deps, viewer, params.announcementId, body),
  }))
  serve(
    routes.educator,
    announcements.remove,
  )(async ({ params, viewer, say }) => {
    await removeAnnouncement(deps, viewer, params.announcementId)
    return { message: say(msg`Announcement deleted`) }
  })
  serve(
    routes.signedIn,
    announcements.report,
  )(async ({ params, body, viewer, say }) => {
    await reportAnnouncement(deps, viewer, params.announcementId, body)
    return { message: say(msg`Thank you. An administrator will look at it.`) }
  })
}
