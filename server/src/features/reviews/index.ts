export { courseReviewed, reviewRemoved } from './job-kinds.ts'
export { removeReview } from './remove-review.ts'
export { registerReviews } from './routes.ts'
