import type { Lecture } from '@virtual-courses/contract'

/** The fields of a lecture that describe its session. */
export type SessionTimes = Pick<Lecture, 'liveState' | 'isLive' | 'liveStartTime'>

export type LiveOffer =
  /** the owner may start a session; `startsAt` when one is planned */
  | { kind: 'start'; startsAt: string | null }
  /** the owner returns to their running session */
  | { kind: 'enter' }
  | { kind: 'join'; live: boolean }
  /** scheduled, not yet started */
  | { kind: 'soon'; startsAt: string }
  | null

/**
 * Returns the action that a user is offered for a lecture's session (specification, section 2; decisions, section 2).
 * @param now milliseconds
 */
export function liveOffer(session: SessionTimes, who: 'owner' | 'student' | 'other', now: number): LiveOffer {
  const { liveState, isLive, liveStartTime } = session
  if (who === 'owner') {
    if (liveState === 'live') return { kind: 'enter' }
    return { kind: 'start', startsAt: liveState === 'scheduled' ? liveStartTime : null }
  }
  if (who === 'other' || !isLive) return null
  if (liveStartTime === null) return liveState === 'live' ? { kind: 'join', live: true } : null
  if (Date.parse(liveStartTime) <= now) return { kind: 'join', live: liveState === 'live' }
  return { kind: 'soon', startsAt: liveStartTime }
}
