import type { ErrorCode, LiveState } from '@virtual-courses/contract'

export type Attendance = 'owner' | 'student'

export type LiveTime = { state: LiveState; startTime: Date | null }

/**
 * Decides whether an attendee may enter the room now (decisions, section 2): the educator while the session is live, students from
 * the start time on. Students who come before the educator wait in the room.
 */
export function decideEntry(
  as: Attendance,
  { state, startTime }: LiveTime,
  now: Date,
): { ok: true } | { problem: ErrorCode; opensAt?: Date } {
  if (state === 'live') return { ok: true }
  if (state !== 'scheduled' || startTime === null || as === 'owner') return { problem: 'live_not_on' }
  return now < startTime ? { problem: 'live_too_early', opensAt: startTime } : { ok: true }
}

/** Start time of a session that the educator starts now: the scheduled time if it has passed, otherwise now. */
export const startTimeAtStart = ({ state, startTime }: LiveTime, now: Date): Date =>
  state === 'scheduled' && startTime !== null && startTime <= now ? startTime : now

/**
 * True when no slot is left. One slot is reserved for the educator, present or not. `students` is the number of students in the
 * room, without the one who wants to enter.
 */
export const isFull = (as: Attendance, students: number, maxPeople: number): boolean =>
  as === 'student' && students >= maxPeople - 1
