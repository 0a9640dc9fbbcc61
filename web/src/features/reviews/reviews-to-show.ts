import type { Review } from '@virtual-courses/contract'

const most = 6

/** The reviews of the home page: at most 6, newest first, and only those that say something (decisions, section 4). */
export const reviewsToShow = (reviews: readonly Review[]): Review[] =>
  reviews.filter((review) => review.comment.trim() !== '').slice(0, most)
