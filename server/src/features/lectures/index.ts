export { lectureAdded, sessionScheduled, sessionStarted } from './job-kinds.ts'
export { parseLocalTime } from './local-time.ts'
export { lockOwnLecture } from './lock-own-lecture.ts'
export { registerLectures } from './routes.ts'
