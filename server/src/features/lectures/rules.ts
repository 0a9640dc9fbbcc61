import type { ErrorCode, LiveState } from '@virtual-courses/contract'
import { parseLocalTime } from './local-time.ts'

export type Session = { state: LiveState; startTime: Date | null }

/**
 * The session that a new lecture begins with: none, or one scheduled at a time, which is needed then (specification,
 * section 5). A time without a zone is read in `zone`. A time without the live option is ignored.
 */
export function decideSession(
  wanted: { isLive?: boolean | undefined; liveStartTime?: string | null | undefined },
  zone: string,
): { session: Session } | { refusal: ErrorCode } {
  if (!wanted.isLive) return { session: { state: 'none', startTime: null } }
  const text = wanted.liveStartTime
  if (!text || text === 'null') return { refusal: 'live_time_needed' }
  const startTime = parseLocalTime(text, zone)
  return startTime ? { session: { state: 'scheduled', startTime } } : { refusal: 'live_time_needed' }
}

/** Whether lectures may be put in the wanted order: each of those that are there is named exactly once. */
export function decideOrder(
  current: readonly string[],
  wanted: readonly string[],
): { ok: true; changed: boolean } | { refusal: ErrorCode } {
  const known = new Set(current)
  const complete = wanted.length === current.length && new Set(wanted).size === wanted.length
  if (!complete || !wanted.every((id) => known.has(id))) return { refusal: 'lectures_changed' }
  return { ok: true, changed: wanted.some((id, place) => id !== current[place]) }
}
