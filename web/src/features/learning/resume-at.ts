import type { LectureProgress } from '@virtual-courses/contract'
import type { UnsentPosition } from './unsent-position.ts'

/** Nearer than this to its beginning, in seconds, a lecture starts there. */
const fromStart = 3
/** Nearer than this to its end, a lecture starts over: so many seconds, or a tenth of a short one. */
const fromEnd = 10

type Known = Pick<LectureProgress, 'seconds' | 'updatedAt'>

/** Where somebody stopped, in seconds: what the server knows, unless this browser has something newer that it could not send. */
export function lastPosition(server: Known | undefined, unsent: UnsentPosition | null): number {
  if (unsent && (!server || unsent.at > Date.parse(server.updatedAt))) return unsent.seconds
  return server?.seconds ?? 0
}

/** Where a video of this length begins for somebody who stopped at a position; 0 for the beginning. */
export function resumeAt(position: number, duration: number): number {
  if (position < fromStart || !Number.isFinite(position)) return 0
  return position > duration - Math.min(fromEnd, duration / 10) ? 0 : position
}
