import { api } from '@virtual-courses/contract'
import { z } from 'zod'
import { publish } from '#core/broadcast.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { runsJobs } from '#core/role.ts'
import { defineTopic, subscribe, toProcesses } from '#core/topics.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import type { RankText } from '#ports/text-ranking.ts'
import { createCourse, editCourse } from './edit-course.ts'
import { getCourse, getCreator, listMine, requireOwnCourse } from './get-course.ts'
import { createListBuilder } from './list-builder.ts'
import { catalogueLister } from './list-catalogue.ts'
import { exportStudents, listStudents } from './list-students.ts'
import { listOwnCourses, summariseTeaching } from './own-courses.ts'
import { registerPublicPages } from './public-pages.ts'
import { createPublishedList } from './published-list.ts'

/** Serves the endpoints of courses, except those that write their lectures. `rankText` orders the catalogue by a text. */
export function registerCourses(routes: Routes, deps: FeatureDeps, rankText: RankText): void {
  const published = createPublishedList(deps, listMaker(routes, deps))
  const listCatalogue = catalogueLister(deps, rankText)
  registerPublicPages(routes, deps)

  serve(routes.public, api.courses.published, { kept: published.current })(async (call) =>
    published.get({ viewerId: call.viewer?.id ?? null, client: call.client }),
  )
  serve(
    routes.public,
    api.courses.catalogue,
  )(async (call) =>
    listCatalogue(call.query, () => {
      const { client, viewer, signal } = call
      return { client, person: viewer ? `user:${viewer.id}` : client, signal }
    }),
  )
  serve(routes.public, api.courses.get)(async ({ params, viewer }) => getCourse(deps, params.courseId, viewer))
  serve(routes.public, api.courses.mine)(async ({ viewer }) => (viewer ? listMine(deps, viewer) : []))
  serve(routes.educator, api.courses.own)(async ({ query, viewer }) => listOwnCourses(deps, viewer.id, query))
  serve(routes.educator, api.courses.teaching)(async ({ viewer }) => summariseTeaching(deps, viewer.id))
  serve(routes.signedIn, api.courses.creator)(async ({ body, viewer }) => getCreator(deps, body.userId, viewer))
  serve(routes.educator, api.courses.create)(async ({ body, viewer }) => createCourse(deps, viewer, body))
  serve(routes.educator, api.courses.edit, {
    authorize: ({ params, viewer }) => requireOwnCourse(deps.db, params.courseId, viewer.id),
  })(async ({ params, body, files, viewer, signal }) =>
    editCourse(deps, viewer, params.courseId, body, files.thumbnail, signal),
  )
  serve(
    routes.educator,
    api.courses.students,
  )(async ({ params, query, viewer }) => listStudents(deps, viewer.id, params.courseId, query))
  serve(
    routes.educator,
    api.courses.exportStudents,
  )(async ({ params, viewer, signal }) => ({
    kind: 'text',
    text: await exportStudents(deps, viewer.id, params.courseId, signal),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="students.csv"', 'cache-control': 'no-store' },
  }))
}

/** A reader found the list of published courses outdated: a process that runs jobs makes the next one. */
const listWanted = defineTopic({ name: 'published-list-wanted', message: z.object({}) })
const wantedAgainMs = 1000

/** Returns the function that has the next list of published courses made: here, or where jobs run. */
function listMaker({ public: { app } }: Routes, deps: FeatureDeps): () => void {
  if (!runsJobs(deps.config)) {
    let last = Number.NEGATIVE_INFINITY
    return () => {
      if (performance.now() - last < wantedAgainMs) return
      last = performance.now()
      // lost while the database is away: the next reader asks again
      publish(deps.db, toProcesses(listWanted, {})).catch(() => {})
    }
  }
  const builder = createListBuilder(deps)
  if (deps.shared) subscribe(deps.db, listWanted, builder.want)
  app.addHook('onClose', builder.close)
  return builder.want
}
