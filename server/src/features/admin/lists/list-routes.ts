import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { exportAudit, exportCourses, exportReported, exportReviews, exportUsers } from './export-lists.ts'
import { deleteFilter, findFilters } from './filter-queries.ts'
import { nameFilter, presentFilter, saveFilter } from './save-filter.ts'

/** Endpoints of what all lists of admins have: saved filters, and tables of what is seen. */
export function registerListRoutes(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.admin,
    api.savedFilters.list,
  )(async ({ query, viewer }) => ({ filters: (await findFilters(deps.db, viewer.id, query.list)).map(presentFilter) }))
  serve(
    routes.admin,
    api.savedFilters.save,
  )(async ({ body, say, viewer }) => ({
    filter: await saveFilter(deps, viewer.id, body),
    message: say(msg`Filter saved`),
  }))
  serve(
    routes.admin,
    api.savedFilters.rename,
  )(async ({ params, body, say, viewer }) => ({
    filter: await nameFilter(deps, viewer.id, params.filterId, body.name),
    message: say(msg`Filter renamed`),
  }))
  serve(
    routes.admin,
    api.savedFilters.remove,
  )(async ({ params, say, viewer }) => ({
    removed: await deleteFilter(deps.db, viewer.id, params.filterId),
    message: say(msg`Filter deleted`),
  }))
  serve(routes.admin, api.listExports.users)(({ query, say, viewer }) => exportUsers(deps, viewer, query, say))
  serve(routes.admin, api.listExports.courses)(({ query, say, viewer }) => exportCourses(deps, viewer, query, say))
  serve(routes.admin, api.listExports.reviews)(({ query, say, viewer }) => exportReviews(deps, viewer, query, say))
  serve(routes.admin, api.listExports.reportedReviews)(({ say, viewer }) => exportReported(deps, viewer, say))
  serve(routes.admin, api.listExports.audit)(({ query, say, viewer }) => exportAudit(deps, viewer, query, say))
}
