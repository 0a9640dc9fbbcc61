import type { ErrorCode, Role } from '@virtual-courses/contract'

/** A file that claims to be longer than this lies. */
export const longestVideoSeconds = 24 * 3600

export type WatchedLecture = { creatorId: string; published: boolean; removed: boolean; preview: boolean }

/**
 * May this viewer have the bytes of a lecture's video? Its owner, admins and enrolled students always (of a removed course only
 * the enrolled); everybody for a preview of a published course. To all others a draft does not exist.
 */
export function decideWatch(
  lecture: WatchedLecture,
  viewer: { id: string; role: Role } | null,
  enrolled: boolean,
): { ok: true } | { refusal: ErrorCode } {
  if (enrolled) return { ok: true }
  if (lecture.removed) return { refusal: 'not_found' }
  if (viewer && (viewer.id === lecture.creatorId || viewer.role === 'admin')) return { ok: true }
  if (!lecture.published) return { refusal: 'not_found' }
  if (lecture.preview) return { ok: true }
  return { refusal: viewer ? 'not_entitled' : 'unauthenticated' }
}
