import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { limitSearches } from '#core/limits/limit-searches.ts'
import { type Routes, serve } from '#http/serve.ts'
import { searchLectures } from './search-lectures.ts'

/** Serves the search inside lectures. */
export function registerPassages(routes: Routes, deps: FeatureDeps): void {
  const inSearch = limitSearches({ limits: deps.limits, each: 2, all: 32 })
  serve(
    routes.public,
    api.passages.search,
  )(({ body, viewer, client, signal, readerLanguage }) =>
    inSearch({ client, viewer }, () =>
      searchLectures(deps, body, { viewer, turn: { client, signal, language: readerLanguage } }),
    ),
  )
}
