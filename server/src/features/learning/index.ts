export { registerLearning } from './routes.ts'
