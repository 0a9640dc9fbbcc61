import type { Lecture } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'

/** Maximum delay of a browser's timer, in milliseconds. */
const maxDelay = 2 ** 31 - 1

/**
 * Returns the browser's time in milliseconds, set on hydration and again when the moment is reached. null on the server
 * and during hydration, so that both render the same.
 */
export function useMoment(iso: string | null): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    if (iso === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = Date.parse(iso) - Date.now()
      if (left > 0) timer = setTimeout(wait, Math.min(left, maxDelay))
      else setNow(Date.now())
    }
    wait()
    return () => clearTimeout(timer)
  }, [iso])
  return now
}

/** Whether this browser has calls: some have none, or someone has switched them off. */
export const hasCalls = (): boolean => typeof RTCPeerConnection === 'function'

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
