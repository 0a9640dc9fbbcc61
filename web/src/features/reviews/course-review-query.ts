import type { ReviewOrder } from '@virtual-courses/contract'
import { placeName, readPlace } from '#lib/list-place.ts'

/** Query of the reviews on a course's page. It is in the page's address. */
export type CourseReviewQuery = {
  /** 1 to 5; null for all */
  rating: number | null
  /** only reviews with a comment */
  commented: boolean
  /** of no effect with a rating: among equal stars the newest is first */
  order: ReviewOrder
  /** where the page begins; "" at the start */
  at: string
}

const pageSize = 8

/** Reads the query of an address; unknown and invalid values are ignored. */
export function readCourseReviewQuery(search: URLSearchParams): CourseReviewQuery {
  const rating = search.get('rating') ?? ''
  const order = search.get('order')
  return {
    rating: /^[1-5]$/.test(rating) ? Number(rating) : null,
    commented: search.get('commented') === 'true',
    order: order === 'highest' || order === 'lowest' ? order : 'newest',
    at: readPlace(search),
  }
}

/** Returns the search of an address with another query of the reviews; other parameters of the page stay. */
export function courseReviewSearch({ rating, commented, order, at }: CourseReviewQuery, present: string): string {
  const search = new URLSearchParams(present)
  const wanted = {
    rating: rating === null ? '' : String(rating),
    commented: commented ? 'true' : '',
    order: order === 'newest' ? '' : order,
    [placeName]: at,
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === '') search.delete(name)
    else search.set(name, value)
  }
  const text = search.toString()
  return text && `?${text}`
}

/** The query of the API's call. */
export const toCourseReviewCall = ({ rating, commented, order, at }: CourseReviewQuery) => ({
  limit: pageSize,
  order,
  ...(at && { cursor: at }),
  ...(rating !== null && { rating }),
  ...(commented && { commented: 'true' as const }),
})
