import { msg } from '@lingui/core/runtime-macro'
import { type AdminPost, api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { hidePostByAdmin, keepPostByAdmin, restorePostByAdmin } from './moderate-posts.ts'
import { type AdminPostRow, countPosts, findPosts, postFilter } from './post-queries.ts'

const present = (row: AdminPostRow): AdminPost => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  kind: row.kind,
  courseId: row.course_id,
  courseTitle: row.course_title,
  userId: row.user_id,
  userName: row.user_name,
  createdAt: row.created_at.toISOString(),
  hiddenAt: row.hidden_at?.toISOString() ?? null,
  hiddenReason: row.hidden_reason,
  openReports: row.open_reports,
  reports: row.reports.map(({ reason, note, reporter, open, created_at }) => ({
    reason,
    text: note,
    reporterName: reporter,
    open,
    createdAt: new Date(created_at).toISOString(),
  })),
})

/** Serves questions and answers to admins, who hide what breaks the rules. */
export function registerPostRoutes(routes: Routes, deps: FeatureDeps): void {
  const { db } = deps
  serve(
    routes.admin,
    api.adminPosts.list,
  )(async ({ query }) => {
    const filter = await postFilter(db, query)
    const [{ rows, ...beside }, numbers] = await Promise.all([findPosts(db, query, filter), countPosts(db, filter)])
    return { posts: rows.map(present), ...numbers, ...beside }
  })
  serve(
    routes.admin,
    api.adminPosts.hide,
  )(async ({ params, body, say, viewer }) => {
    const hidden = await hidePostByAdmin(deps, viewer, params.postId, body.reason)
    return { message: say(hidden ? msg`Hidden` : msg`This is hidden already`) }
  })
  serve(
    routes.admin,
    api.adminPosts.restore,
  )(async ({ params, say, viewer }) => {
    const shown = await restorePostByAdmin(deps, viewer, params.postId)
    return { message: say(shown ? msg`Shown again` : msg`This is not hidden`) }
  })
  serve(
    routes.admin,
    api.adminPosts.keep,
  )(async ({ params, say, viewer }) => {
    const closed = await keepPostByAdmin(deps, viewer, params.postId)
    return { message: say(closed ? msg`Kept` : msg`There are no open reports`) }
  })
}
