export { draftJobs } from './jobs.ts'
export { deleteDraftsOf } from './queries.ts'
export { registerDrafts } from './routes.ts'
