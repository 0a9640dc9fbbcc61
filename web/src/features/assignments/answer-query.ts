import { type AnswerFilter, answerFilters } from '@virtual-courses/contract'
import { placeName, readPlace } from '#lib/list-place.ts'

/** What the list of answers shows, as its address says it. */
export type AnswerQuery = { state: AnswerFilter; course: string | null; assignment: string | null; at: string }

const idIn = (text: string | null): string | null => (text && text.length <= 64 ? text : null)

export const readAnswerQuery = (search: URLSearchParams): AnswerQuery => ({
  state: answerFilters.find((one) => one === search.get('state')) ?? 'waiting',
  course: idIn(search.get('course')),
  assignment: idIn(search.get('assignment')),
  at: readPlace(search),
})

export const answerSearch = ({ state, course, assignment, at }: AnswerQuery): string => {
  const search = new URLSearchParams({
    ...(state !== 'waiting' && { state }),
    ...(course && { course }),
    ...(assignment && { assignment }),
    ...(at && { [placeName]: at }),
  }).toString()
  return search && `?${search}`
}

export const toAnswerCall = ({ state, course, assignment, at }: AnswerQuery) => ({
  state,
  ...(course && { courseId: course }),
  ...(assignment && { lectureId: assignment }),
  ...(at && { cursor: at }),
})
