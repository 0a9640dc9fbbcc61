import { api } from '@virtual-courses/contract'
import { clientKey } from '#http/client-key.ts'
import { serve } from '#http/serve.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { listSimilar } from './list-similar.ts'
import { searchCourses } from './search-courses.ts'

/** The calls of the search. */
export function registerSearch(rings: Rings, deps: FeatureDeps): void {
  serve(
    rings.public,
    api.ai.search,
  )(async ({ body, request }) => {
    await deps.limits.searches.count(clientKey(request.ip))
    return searchCourses(deps, body.input)
  })
  serve(rings.public, api.ai.similar)(async ({ params }) => ({ courses: await listSimilar(deps, params.courseId) }))
}
