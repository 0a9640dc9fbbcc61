export { findPassages, isStillThere, listPassages } from './find-passages.ts'
export { passageJobs, startPassages } from './jobs.ts'
export type { Passage } from './present.ts'
export { registerPassages } from './routes.ts'
