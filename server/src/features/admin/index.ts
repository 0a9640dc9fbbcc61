export { adminJobs } from './jobs.ts'
export { errorRecorder } from './record-error.ts'
export { registerAdmin, type TryModel } from './routes.ts'
