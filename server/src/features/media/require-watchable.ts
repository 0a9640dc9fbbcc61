import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/transact.ts'
import { findWatchedLecture } from './queries.ts'
import { decideWatch } from './rules.ts'

export type Watchable = {
  lectureId: string
  courseId: string
  /** null while the lecture has no video */
  video: { id: string; contentType: string; durationSeconds: number | null } | null
}

/**
 * A lecture that this viewer may watch at this moment, by the rule of `decideWatch`. Throws not_found (also for drafts of
 * others), unauthenticated, not_entitled.
 */
export async function requireWatchable(
  on: Executor,
  lectureId: string,
  viewer: Pick<CurrentUser, 'id' | 'role'> | null,
): Promise<Watchable> {
  const row = await findWatchedLecture(on, lectureId, viewer?.id ?? null)
  if (!row) throw new DomainError('not_found')
  const lecture = {
    creatorId: row.creator_id,
    published: row.is_published,
    removed: row.removed_at !== null,
    preview: row.is_preview_free,
  }
  const decision = decideWatch(lecture, viewer, row.enrolled)
  if ('refusal' in decision) throw new DomainError(decision.refusal)
  const video =
    row.video_id === null || row.content_type === null
      ? null
      : { id: row.video_id, contentType: row.content_type, durationSeconds: row.duration_seconds }
  return { lectureId: row.id, courseId: row.course_id, video }
}
