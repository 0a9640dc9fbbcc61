import type { Lecture } from '@virtual-courses/contract'

/** What of a lecture says how its session stands. */
export type SessionTimes = Pick<Lecture, 'liveState' | 'isLive' | 'liveStartTime'>

export type LiveOffer =
  /** the owner may start a session; `startsAt` when one is planned */
  | { kind: 'start'; startsAt: string | null }
  /** the owner goes back into his running session */
  | { kind: 'enter' }
  | { kind: 'join'; live: boolean }
  /** planned, not yet begun */
  | { kind: 'soon'; startsAt: string }
  | null

/**
 * What somebody is offered of a lecture's session at this moment (specification, section 2; decisions, section 2).
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
