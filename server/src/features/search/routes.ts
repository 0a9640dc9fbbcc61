import { api } from '@virtual-courses/contract'
import { clientKey } from '#http/client-key.ts'
import { serve } from '#http/serve.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { listSimilar } from './list-similar.ts'
import { createReader } from './read-with-model.ts'
import { searchWithModel } from './search-courses.ts'

/** The calls of the search. The operator's words hold from their saving on. */
export function registerSearch(rings: Rings, deps: FeatureDeps): void {
  deps.searchIndex.setLexicon(deps.settings.current().lexicon)
  deps.settings.onChange(({ lexicon }) => deps.searchIndex.setLexicon(lexicon))
  const read = createReader(deps)
  serve(
    rings.public,
    api.ai.search,
  )(async ({ body, request }) => {
    const client = clientKey(request.ip)
    await deps.limits.searches.consume(client)
    return searchWithModel(deps, body.input, (input) => read(input, client))
  })
  serve(rings.public, api.ai.similar)(async ({ params }) => ({ courses: await listSimilar(deps, params.courseId) }))
}
