export { learningJobs } from './jobs.ts'
export { deleteProgressOf } from './queries.ts'
export { registerLearning } from './routes.ts'
export { viewRow } from './view-queries.ts'
