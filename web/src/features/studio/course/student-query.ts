import { msg } from '@lingui/core/macro'
import { placeName, readPlace } from '#lib/list-place.ts'

export const studentSorts = {
  newest: msg`Newest first`,
  name: msg`Name`,
  progress: msg`Furthest first`,
} as const
export type StudentSort = keyof typeof studentSorts

/** Query of a course's students. It is in the page's address. */
export type StudentQuery = {
  text: string
  sort: StudentSort
  /** where the page begins; "" at the start */
  at: string
}

const pageSize = 25
const longestText = 100

const isSort = (value: string | null): value is StudentSort => value !== null && Object.hasOwn(studentSorts, value)

/** Reads the query of an address; unknown and invalid values are ignored. */
export function readStudentQuery(search: URLSearchParams): StudentQuery {
  const sort = search.get('sort')
  return {
    text: (search.get('text') ?? '').trim().slice(0, longestText),
    sort: isSort(sort) ? sort : 'newest',
    at: readPlace(search),
  }
}

/** Returns the search of an address, without defaults. */
export function studentSearch({ text, sort, at }: StudentQuery): string {
  const search = new URLSearchParams()
  if (text) search.set('text', text)
  if (sort !== 'newest') search.set('sort', sort)
  if (at) search.set(placeName, at)
  const query = search.toString()
  return query && `?${query}`
}

/** The query of the API's call. */
export const toStudentCall = ({ text, sort, at }: StudentQuery) => ({
  limit: pageSize,
  ...(at && { cursor: at }),
  sort,
  ...(text && { text }),
})
