export { announceLecture, announceLiveStart, announceSession } from './job-kinds.ts'
export { registerLectures } from './routes.ts'
