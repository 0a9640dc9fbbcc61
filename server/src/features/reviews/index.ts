export { registerReviews } from './routes.ts'
