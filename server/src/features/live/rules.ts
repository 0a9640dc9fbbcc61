import type { ErrorCode, LiveState } from '@virtual-courses/contract'

export type Attendance = 'owner' | 'student'

export type LiveTime = { state: LiveState; startTime: Date | null }

/**
 * May who attends enter the room now (decisions, section 2)? The educator while it is live; students from the start time on, who
 * come before him wait there.
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

/** A session that begins before its time, or without one, begins now: students may enter from its start time on. */
export const startTimeAtStart = ({ state, startTime }: LiveTime, now: Date): Date =>
  state === 'scheduled' && startTime !== null && startTime <= now ? startTime : now

/** Is there no slot left? One is the educator's alone, whether or not he is there. `students` are those in the room besides the one who asks. */
export const isFull = (as: Attendance, students: number, maxPeople: number): boolean =>
  as === 'student' && students >= maxPeople - 1
