import { api, type BodyInput } from '@virtual-courses/contract'
import type { TestUser } from './create-test-app.ts'

export type Opens = BodyInput<typeof api.openings.setLecture>['opens']
export const dayMs = 24 * 3600 * 1000

export const readOpenings = (by: TestUser, courseId: string, query: { days?: number; diligent?: boolean } = {}) =>
  by.call(api.openings.read, { params: { courseId }, query })

/** Sets when an entry of the educator's course opens. */
export async function setOpening(by: TestUser, courseId: string, lectureId: string, opens: Opens) {
  const { lectures, unset } = await readOpenings(by, courseId)
  const version = lectures.find((one) => one.lectureId === lectureId)?.version ?? unset
  return by.call(api.openings.setLecture, { params: { lectureId }, body: { opens, version } })
}

/** What a student reads of the entries of a course that are closed to them, by their ids. */
export async function closedTo(student: TestUser, courseId: string): Promise<Record<string, string>> {
  const { entries } = await student.call(api.learning.course, { params: { courseId }, query: {} })
  return Object.fromEntries(
    entries.flatMap(({ lectureId, opening }) => (opening ? [[lectureId, opening.sentence]] : [])),
  )
}
