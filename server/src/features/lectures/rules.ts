import type { ErrorCode, LiveState, Role } from '@virtual-courses/contract'
import { parseLocalTime } from './local-time.ts'

export type Session = { state: LiveState; startTime: Date | null }

/**
 * The session that a new lecture begins with: none, or one scheduled at a time, which is needed then (specification,
 * section 5). A time without a zone is read in `zone`. A time without the live option is ignored.
 */
export function decideSession(
  wanted: { isLive?: boolean | undefined; liveStartTime?: string | null | undefined },
  zone: string,
): { session: Session } | { problem: ErrorCode } {
  if (!wanted.isLive) return { session: { state: 'none', startTime: null } }
  const text = wanted.liveStartTime
  if (!text || text === 'null') return { problem: 'live_time_needed' }
  const startTime = parseLocalTime(text, zone)
  return startTime ? { session: { state: 'scheduled', startTime } } : { problem: 'live_time_needed' }
}

/** Whether lectures may be put in the wanted order: each of those that are there is named exactly once. */
export function decideOrder(
  current: readonly string[],
  wanted: readonly string[],
): { ok: true; changed: boolean } | { problem: ErrorCode } {
  const known = new Set(current)
  const complete = wanted.length === current.length && new Set(wanted).size === wanted.length
  if (!complete || !wanted.every((id) => known.has(id))) return { problem: 'lectures_changed' }
  return { ok: true, changed: wanted.some((id, place) => id !== current[place]) }
}

export type WatchedLecture = { creatorId: string; published: boolean; removed: boolean; preview: boolean }

/**
 * Decides whether this viewer may have the bytes of a lecture's video: its owner, admins and enrolled students always (of a removed course only
 * the enrolled); anyone for a preview of a published course. To all others a draft does not exist.
 */
export function decideWatch(
  lecture: WatchedLecture,
  viewer: { id: string; role: Role } | null,
  enrolled: boolean,
): { ok: true } | { problem: ErrorCode } {
  if (enrolled) return { ok: true }
  if (lecture.removed) return { problem: 'not_found' }
  if (viewer && (viewer.id === lecture.creatorId || viewer.role === 'admin')) return { ok: true }
  if (!lecture.published) return { problem: 'not_found' }
  if (lecture.preview) return { ok: true }
  return { problem: viewer ? 'not_entitled' : 'unauthenticated' }
}
