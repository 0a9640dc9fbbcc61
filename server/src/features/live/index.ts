export { liveJobs } from './jobs.ts'
export { deleteMessagesOf } from './message-queries.ts'
export { type LiveRooms, registerLive } from './register-live.ts'
