export { addEvent, type CalendarEvent, type EventWords, openCalendar, sessionEvent } from './calendar.ts'
export { liveJobs } from './jobs.ts'
export { type LiveRooms, registerLive } from './register-live.ts'
export { deleteMessagesOf } from './room/message-queries.ts'
