export { liveJobs } from './jobs.ts'
export { forgetMessages } from './message-queries.ts'
export { type LiveRooms, registerLive } from './register-live.ts'
