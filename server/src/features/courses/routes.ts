import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import type { RankText } from '#ports/text-ranking.ts'
import { createCourse, editCourse } from './edit-course.ts'
import { getCourse, getCreator, listMine, requireOwnCourse } from './get-course.ts'
import { registerPublicPages } from './list/public-pages.ts'
import { createPublishedList } from './list/published-list.ts'
import { createSuggestions, suggestionSeconds } from './list/suggest-courses.ts'
import { catalogueLister } from './list-catalogue.ts'
import { listOwnCourses, summariseTeaching } from './own-courses.ts'

/** Serves the endpoints of courses, except those that write their lectures. `rankText` orders the catalogue by a text. */
export function registerCourses(routes: Routes, deps: FeatureDeps, rankText: RankText): void {
  const published = createPublishedList(deps)
  const listCatalogue = catalogueLister(deps, rankText)
  const suggest = createSuggestions(deps)
  registerPublicPages(routes, deps)

  serve(routes.public, api.courses.published)(async ({ viewer }) => published.get(viewer?.id ?? null))
  serve(
    routes.public,
    api.courses.catalogue,
  )(async (call) =>
    listCatalogue(call.query, () => {
      const { client, viewer, signal, readerLanguage: language } = call
      return { client, person: viewer ? `user:${viewer.id}` : client, signal, language }
    }),
  )
  serve(
    routes.public,
    api.courses.suggest,
  )(async ({ query, client, setHeader }) => {
    const suggestions = await suggest(query, client)
    setHeader('cache-control', `private, max-age=${suggestionSeconds}`)
    return suggestions
  })
  serve(routes.public, api.courses.get)(async ({ params, viewer }) => getCourse(deps, params.courseId, viewer))
  serve(routes.public, api.courses.mine)(async ({ viewer }) => (viewer ? listMine(deps, viewer) : []))
  serve(routes.educator, api.courses.own)(async ({ query, viewer }) => listOwnCourses(deps, viewer.id, query))
  serve(routes.educator, api.courses.teaching)(async ({ viewer }) => summariseTeaching(deps, viewer.id))
  serve(routes.signedIn, api.courses.creator)(async ({ body, viewer }) => getCreator(deps, body.userId, viewer))
  serve(routes.educator, api.courses.create)(async ({ body, viewer }) => createCourse(deps, viewer, body))
  serve(routes.educator, api.courses.edit, {
    authorize: ({ params, viewer }) => requireOwnCourse(deps.db, params.courseId, viewer.id),
  })(async ({ params, body, files, viewer, signal }) =>
    editCourse(deps, viewer, params.courseId, { body, thumbnail: files.thumbnail, signal }),
  )
}
