export { paymentRefunded, type RefundReason, studentEnrolled } from './job-kinds.ts'
export { enrolmentJobs } from './jobs.ts'
export { registerEnrolments } from './routes.ts'
