export { noteJobs } from './jobs.ts'
export { deleteNotesOf, findAllNotes } from './queries.ts'
export { registerNotes } from './routes.ts'
