export { enrol } from './enrol.ts'
export { accessEnded, enrolmentEnded, studentAdded, studentEnrolled } from './jobs.ts'
export { deleteEnrolment, givesAccess, isEnrolled, isEnrolledFree } from './queries.ts'
export { registerEnrolments } from './routes.ts'
