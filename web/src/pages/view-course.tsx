import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import type { Route } from './+types/view-course.ts'

const load = guarded('signedIn', async ({ api, params }: Reading<Route.LoaderArgs['params']>) => {
  const course = await api(calls.courses.get, { params })
  return { course }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ViewCourse({ loaderData }: Route.ComponentProps) {
  return <h1>{loaderData.course.title}</h1>
}
