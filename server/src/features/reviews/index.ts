export { announceReview } from './job-kinds.ts'
export { registerReviews } from './routes.ts'
