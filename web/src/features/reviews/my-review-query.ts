import { placeName, readPlace } from '#lib/list-place.ts'

/** Query of the educator's reviews. It is in the page's address. */
export type MyReviewQuery = {
  course: string | null
  /** 1 to 5; null for all. */
  rating: number | null
  /** where the page begins; "" at the start */
  at: string
}

const pageSize = 20
const longestId = 64

const wholeBetween = (text: string | null, least: number, most: number): number | null => {
  const number = Number(text ?? '')
  return Number.isInteger(number) && number >= least && number <= most ? number : null
}

/** Reads the query of an address; unknown and invalid values are ignored. */
export function readMyReviewQuery(search: URLSearchParams): MyReviewQuery {
  const course = search.get('course')
  return {
    course: course !== null && course !== '' && course.length <= longestId ? course : null,
    rating: wholeBetween(search.get('rating'), 1, 5),
    at: readPlace(search),
  }
}

/** Returns the search of an address, without defaults. */
export function myReviewSearch({ course, rating, at }: MyReviewQuery): string {
  const search = new URLSearchParams()
  if (course !== null) search.set('course', course)
  if (rating !== null) search.set('rating', String(rating))
  if (at) search.set(placeName, at)
  const text = search.toString()
  return text && `?${text}`
}

/** The query of the API's call. */
export const toReviewCall = ({ course, rating, at }: MyReviewQuery) => ({
  limit: pageSize,
  ...(at && { cursor: at }),
  ...(course !== null && { course }),
  ...(rating !== null && { rating }),
})
