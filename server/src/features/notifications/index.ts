export { notificationJobs } from './jobs.ts'
export * as links from './links.ts'
export { registerNotifications } from './routes.ts'
export * as sentences from './sentences.ts'
