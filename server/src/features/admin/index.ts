export { adminJobs } from './jobs.ts'
export { errorRecorder } from './record-error.ts'
export { registerAdmin } from './routes.ts'
