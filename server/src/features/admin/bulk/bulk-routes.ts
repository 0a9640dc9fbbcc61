import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { findUndoable, runBulk, undoBulk } from './run-bulk.ts'

/** Endpoints with which admins act on several rows of a list at once. */
export function registerBulkRoutes(routes: Routes, deps: FeatureDeps): void {
  for (const endpoint of [api.bulk.users, api.bulk.courses, api.bulk.reviews])
    serve(routes.admin, endpoint)(({ body, say, viewer }) => runBulk(deps, viewer, body, say))
  serve(
    routes.admin,
    api.bulk.last,
  )(async ({ query, viewer }) => ({ last: await findUndoable(deps, viewer.id, query.list) }))
  serve(routes.admin, api.bulk.undo)(({ params, say, viewer }) => undoBulk(deps, viewer, params.actId, say))
}
