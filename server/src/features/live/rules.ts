import {
  type ErrorCode,
  type GivenRole,
  type LiveMediaKind,
  type LiveRole,
  type LiveState,
  meshPeople,
} from '@virtual-courses/contract'

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

/** The educator and co-hosts moderate a room, and always speak. */
export const isHost = (role: LiveRole): boolean => role === 'educator' || role === 'cohost'

/** The role with which someone enters who has no slot. Everyone in a mesh speaks. */
export function roleAtEntry(as: Attendance, isCohost: boolean, media: LiveMediaKind): GivenRole {
  if (isCohost) return 'cohost'
  return as === 'owner' || media === 'mesh' ? 'speaker' : 'listener'
}

/** What becomes of someone who was a speaker before: one again, or a listener, because they were away for too long or no more can speak. */
export type Floor = 'kept' | 'away' | 'full'

export const decideFloor = (inTime: boolean, isFree: boolean): Floor => (!inTime ? 'away' : isFree ? 'kept' : 'full')

/** Whether a host may mute, remove, or change the role of someone else: co-hosts have no say over each other and the educator. */
export const isOver = (host: LiveRole, other: LiveRole): boolean =>
  host === 'educator' ? other !== 'educator' : host === 'cohost' && !isHost(other)

/** Who may enter at once, wait, or not enter. Someone who has a slot in the room comes back to it. */
export function decideAdmission(
  { locked, waiting_room }: { locked: boolean; waiting_room: boolean },
  entrant: { isHost: boolean; admittedBefore: boolean | undefined },
): 'enter' | 'wait' | 'locked' {
  if (entrant.isHost || entrant.admittedBefore) return 'enter'
  if (entrant.admittedBefore === false) return 'wait'
  if (locked) return 'locked'
  return waiting_room ? 'wait' : 'enter'
}

/** Whether those who are admitted listen: the room is forwarded, or moves with them. `people` counts them and the educator. */
export const listensAtAdmission = (media: LiveMediaKind, people: number, canMove: boolean): boolean =>
  media === 'forwarded' || (canMove && people > meshPeople)

/** True when a room must move from the mesh to a media server before one more person enters. */
export const mustMove = (media: LiveMediaKind, others: number): boolean => media === 'mesh' && others >= meshPeople

/** Seconds of a session that someone may miss who was there all the time: no two enter at once. */
export const missedSeconds = 10
