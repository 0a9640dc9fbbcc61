import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { limitSearches } from '#core/limits/limit-searches.ts'
import { type Routes, serve } from '#http/serve.ts'
import { createUnsureCounter } from './note-unsure.ts'
import { createReader } from './read-with-model.ts'
import { listSimilar, presentResults, searchWithModel } from './search-courses.ts'

/** Serves the endpoints of the search. Changes of the operator's lexicon take effect at once. */
export function registerSearch(routes: Routes, deps: FeatureDeps): void {
  deps.searchIndex.setLexicon(deps.settings.current().lexicon)
  deps.settings.onChange(({ lexicon }) => deps.searchIndex.setLexicon(lexicon))
  const read = createReader(deps)
  const countUnsure = createUnsureCounter(deps)
  const inSearch = limitSearches({ limits: deps.limits, each: 2, all: 64 })
  const inList = limitSearches({ limits: deps.limits, each: 8, all: 64 })
  serve(
    routes.public,
    api.ai.search,
  )(({ body, viewer, client, signal, say, readerLanguage }) =>
    inSearch({ client, viewer }, async (person) => {
      const turn = { client, signal, language: readerLanguage }
      const found = await searchWithModel(deps, body.input, turn, {
        read: (input) => read(input, client, signal),
        asWritten: body.asWritten,
      })
      countUnsure(body.input, person, found)
      return presentResults(found, say)
    }),
  )
  serve(
    routes.public,
    api.ai.similar,
  )(({ params, client, signal }) =>
    inList({ client }, async () => ({ courses: await listSimilar(deps, params.courseId, { client, signal }) })),
  )
}
