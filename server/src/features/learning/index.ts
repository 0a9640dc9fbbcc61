export { forgetProgress } from './queries.ts'
export { registerLearning } from './routes.ts'
