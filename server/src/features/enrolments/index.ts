export { announceEnrolment, announceRefund, type RefundReason } from './job-kinds.ts'
export { enrolmentJobs } from './jobs.ts'
export { insertEnrolment, isEnrolled } from './queries.ts'
export { registerEnrolments } from './routes.ts'
