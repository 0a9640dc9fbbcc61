export { deleteProgressOf } from './queries.ts'
export { registerLearning } from './routes.ts'
