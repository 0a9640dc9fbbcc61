export { registerLectures } from './routes.ts'
