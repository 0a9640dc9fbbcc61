export { registerMarks } from './routes.ts'
