import { type Client, api as calls } from '@virtual-courses/contract'

/** Number of courses in a filter: the newest. */
const choosable = 100

/** Returns the educator's courses for a filter, with the chosen one however old it is. */
export async function readCourseChoices(api: Client, chosen: string | null): Promise<{ _id: string; title: string }[]> {
  const own = await api(calls.courses.own, { query: { limit: choosable } })
  const courses = own.courses.map(({ _id, title }) => ({ _id, title }))
  if (chosen === null || courses.some(({ _id }) => _id === chosen)) return courses
  const { _id, title } = await api(calls.courses.get, { params: { courseId: chosen } })
  return [...courses, { _id, title }]
}
