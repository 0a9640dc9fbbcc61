export { presentOpening } from './present.ts'
export {
  findClosed,
  findClosedToImagined,
  findEarlyOpenings,
  hasOpening,
  keepEarlyOpenings,
  openedBy,
} from './queries.ts'
export { requireOpen } from './require-open.ts'
export { registerOpenings } from './routes.ts'
export type { Closing } from './rules.ts'
