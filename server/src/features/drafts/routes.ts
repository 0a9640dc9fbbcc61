import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { deleteDraft } from './queries.ts'
import { readDraft, storeDraft } from './store-draft.ts'

/** Serves drafts of the studio's forms. */
export function registerDrafts(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.drafts.read,
  )(async ({ params, viewer }) => ({ draft: await readDraft(deps, viewer.id, params) }))
  serve(
    routes.educator,
    api.drafts.store,
  )(async ({ params, body, viewer }) => storeDraft(deps, viewer.id, params, body))
  serve(
    routes.educator,
    api.drafts.remove,
  )(async ({ params, query, viewer }) => ({
    removed: await deleteDraft(deps.db, viewer.id, { ...params, revision: query.revision }),
  }))
}
