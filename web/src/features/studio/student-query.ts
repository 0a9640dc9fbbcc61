export const studentSorts = {
  newest: 'Newest first',
  name: 'Name',
  progress: 'Furthest first',
} as const
export type StudentSort = keyof typeof studentSorts

/** Query of a course's students. It is in the page's address. */
export type StudentQuery = {
  text: string
  sort: StudentSort
  /** counts from 1 */
  page: number
}

export const studentPageSize = 25
const lastPage = 40_000
const longestText = 100

const isSort = (value: string | null): value is StudentSort => value !== null && Object.hasOwn(studentSorts, value)

/** Reads the query of an address; unknown and invalid values are ignored. */
export function readStudentQuery(search: URLSearchParams): StudentQuery {
  const sort = search.get('sort')
  const page = Number(search.get('page') ?? '1')
  return {
    text: (search.get('text') ?? '').trim().slice(0, longestText),
    sort: isSort(sort) ? sort : 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  }
}

/** Returns the search of an address, without defaults. */
export function studentSearch({ text, sort, page }: StudentQuery): string {
  const search = new URLSearchParams()
  if (text) search.set('text', text)
  if (sort !== 'newest') search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query && `?${query}`
}

/** The query of the API's call. */
export const toStudentCall = ({ text, sort, page }: StudentQuery) => ({
  limit: studentPageSize,
  offset: (page - 1) * studentPageSize,
  sort,
  ...(text && { text }),
})
