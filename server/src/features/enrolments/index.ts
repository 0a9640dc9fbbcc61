export { paymentRefunded, type RefundReason, studentEnrolled } from './job-kinds.ts'
export { enrolmentJobs } from './jobs.ts'
export { insertEnrolment, isEnrolled } from './queries.ts'
export { registerEnrolments } from './routes.ts'
