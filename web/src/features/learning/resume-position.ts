import type { LectureProgress } from '@virtual-courses/contract'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'

/** A position that is not saved on the server yet, and its time (milliseconds). */
type UnsentPosition = { seconds: number; duration: number | null; at: number }

// per user: accounts on a shared computer keep their own positions
const keyOf = (userId: string, lectureId: string) => `position:${userId}:${lectureId}`

function isPosition(value: unknown): value is UnsentPosition {
  const { seconds, duration, at } = Object(value) as Record<string, unknown> // may be of an older version
  return (
    typeof seconds === 'number' &&
    seconds >= 0 &&
    typeof at === 'number' &&
    (duration === null || (typeof duration === 'number' && duration > 0))
  )
}

/** This browser's copy of a position until the server has it: needed offline and after a crash. */
export const unsentPosition = {
  read(userId: string, lectureId: string): UnsentPosition | null {
    const value = readLocal(keyOf(userId, lectureId))
    return isPosition(value) ? value : null
  },
  keep: (userId: string, lectureId: string, position: UnsentPosition): void =>
    writeLocal(keyOf(userId, lectureId), position),
  clear: (userId: string, lectureId: string): void => writeLocal(keyOf(userId, lectureId), undefined),
}

/** Positions before this, in seconds, start a lecture from its beginning. */
const fromStart = 3
/** Positions this near to the end, in seconds, start a lecture over; for short lectures the last tenth. */
const fromEnd = 10

type Known = Pick<LectureProgress, 'seconds' | 'updatedAt'>

/** Returns the last position in seconds: the server's, unless this browser has a newer one that is not saved yet. */
export function lastPosition(server: Known | undefined, unsent: UnsentPosition | null): number {
  if (unsent && (!server || unsent.at > Date.parse(server.updatedAt))) return unsent.seconds
  return server?.seconds ?? 0
}

/** Returns where a video of this duration starts for a last position; 0 for the beginning. */
export function resumeAt(position: number, duration: number): number {
  if (position < fromStart || !Number.isFinite(position)) return 0
  return position > duration - Math.min(fromEnd, duration / 10) ? 0 : position
}
