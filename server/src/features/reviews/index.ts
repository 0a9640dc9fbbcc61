export { removeReview } from './give-review.ts'
export { courseReviewed, reviewRemoved } from './jobs.ts'
export { registerReviews } from './routes.ts'
