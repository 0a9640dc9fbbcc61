import type { LectureContent } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Located } from '#ports/storage.ts'
import { fileKey } from '../media/index.ts'
import { listAttachments } from './attach-file.ts'
import { downloadHeader } from './attachment-name.ts'
import { findAttachmentOf } from './attachment-queries.ts'
import { findCaptionText, findTexts, findWatchedLecture } from './queries.ts'
import { decideWatch } from './rules.ts'
import { versionOf } from './set-captions.ts'

/** Lifetime in seconds of the address of an attachment in an object store: a browser follows it at once. */
const addressSeconds = 60

export type Watchable = {
  lectureId: string
  courseId: string
  /** its course is published: changes of it are announced to all processes */
  listed: boolean
  /** null while the lecture has no video; `streamId` is null until there is a stream to serve */
  video: { id: string; contentType: string; durationSeconds: number | null; streamId: string | null } | null
}

/**
 * Returns a lecture that this viewer may watch now, by `decideWatch`. Throws not_found (also for drafts of others),
 * unauthenticated, not_entitled.
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
  if ('problem' in decision) throw new DomainError(decision.problem)
  const video =
    row.video_id === null || row.content_type === null
      ? null
      : {
          id: row.video_id,
          contentType: row.content_type,
          durationSeconds: row.duration_seconds,
          streamId: row.stream_id,
        }
  return { lectureId: row.id, courseId: row.course_id, listed: lecture.published && !lecture.removed, video }
}

/** Returns a file of a lecture and how it is saved. Throws as `requireWatchable` does, and not_found for an unknown one. */
export async function findAttachment(
  { db, storage }: Pick<FeatureDeps, 'db' | 'storage'>,
  attachmentId: string,
  viewer: CurrentUser | null,
): Promise<{ id: string; contentType: string; disposition: string; located: Located }> {
  const found = await findAttachmentOf(db, attachmentId)
  if (!found) throw new DomainError('not_found')
  await requireWatchable(db, found.lecture_id, viewer)
  const disposition = downloadHeader(found.name)
  const located = await storage.locate(fileKey(found.file_id), { disposition, seconds: addressSeconds })
  if (!located) throw new DomainError('not_found')
  return { id: found.file_id, contentType: found.content_type, disposition, located }
}

/** Returns what there is to read in a lecture, and its files. Throws as `requireWatchable` does. */
export async function getContent(
  { db }: Pick<FeatureDeps, 'db'>,
  lectureId: string,
  viewer: CurrentUser | null,
): Promise<LectureContent> {
  await requireWatchable(db, lectureId, viewer)
  const texts = await findTexts(db, lectureId)
  if (!texts) throw new DomainError('not_found')
  const attachments = await listAttachments(db, lectureId)
  return { lectureId, description: texts.description, text: texts.body, attachments }
}

/** Returns the captions of a lecture in one language. Throws as `requireWatchable` does, and not_found without captions. */
export async function getCaptions(
  { db }: Pick<FeatureDeps, 'db'>,
  lectureId: string,
  language: string,
  viewer: CurrentUser | null,
): Promise<{ vtt: string; etag: string }> {
  await requireWatchable(db, lectureId, viewer)
  const captions = await findCaptionText(db, lectureId, language)
  if (!captions) throw new DomainError('not_found', 'This lecture has no captions in this language')
  return { vtt: captions.vtt, etag: `"${versionOf(captions.vtt)}"` }
}
