import { msg } from '@lingui/core/runtime-macro'
import type { EntryKind, ErrorCode, LectureContent } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { downloadHeader } from '#core/files/download.ts'
import type { Located } from '#ports/storage.ts'
import {
  decideWatch,
  findAttachmentOf,
  findForms,
  findLiveNotes,
  type LectureForms,
  lectureVersion,
  listAttachments,
  partOfFiles,
  type Receiver,
  type ServedMarks,
  scheduleVersion,
} from '../../lectures/index.ts'
import { fileKey } from '../../media/index.ts'
import { findClosed, requireOpen } from '../../openings/index.ts'
import { findCaptionText, versionOf } from '../captions/index.ts'
import { findWatchedLecture, findWatchedLectures, type WatchedLectures } from './watch-queries.ts'

/** Lifetime in seconds of the presigned URL of an attachment, which browsers follow at once. */
const addressSeconds = 60

export type Watchable = {
  lectureId: string
  courseId: string
  kind: EntryKind
  /** whether its course is published, so that changes of it are announced to all processes */
  listed: boolean
  /** null while the lecture has no video; `streamId` is null until its stream is ready */
  video: { id: string; contentType: string; durationSeconds: number | null; streamId: string | null } | null
  /** the viewer if they paid, so that what is served to them counts; null for everyone else, and for free previews */
  receiver: Receiver | null
  /** whether the viewer is enrolled or runs the course, so that its live sessions are theirs too */
  attends: boolean
}

type Viewer = Pick<CurrentUser, 'id' | 'role'>

/** Decides by `decideWatch` whether a viewer may watch a lecture, and whether it must also be open to them, which its educator and admins need not wait for. */
function decide(
  row: NonNullable<Awaited<ReturnType<typeof findWatchedLecture>>>,
  viewer: Viewer | null,
): { mustBeOpen: boolean; attends: boolean } | { problem: ErrorCode } {
  const lecture = {
    creatorId: row.creator_id,
    published: row.is_published,
    removed: row.removed_at !== null,
    preview: row.is_preview_free,
  }
  const decision = decideWatch(lecture, viewer, row.enrolled)
  if ('problem' in decision) return decision
  const runsCourse = viewer !== null && (viewer.id === lecture.creatorId || viewer.role === 'admin')
  return { mustBeOpen: row.enrolled && !runsCourse && !lecture.preview, attends: row.enrolled || runsCourse }
}

/**
 * Returns which of several lectures, or of a course, `requireWatchable` would let this viewer watch now, without keeping that they opened
 * them; and of the rest those whose course they may see (`seen`).
 */
export async function findPlayable(
  on: Executor,
  of: WatchedLectures,
  viewer: Viewer | null,
  { clock }: Pick<FeatureDeps, 'clock'>,
): Promise<{ playable: Set<string>; seen: Set<string> }> {
  const rows = await findWatchedLectures(on, of, viewer?.id ?? null)
  const decided = rows.map((row) => ({ row, decision: decide(row, viewer) }))
  const waiting = decided.flatMap(({ row, decision }) =>
    'mustBeOpen' in decision && decision.mustBeOpen && !row.is_opened ? [row.course_id] : [],
  )
  const closed =
    viewer && waiting.length > 0 ? await findClosed(on, viewer.id, [...new Set(waiting)], clock.now()) : new Map()
  const playable = new Set<string>()
  const seen = new Set<string>()
  for (const { row, decision } of decided) {
    if ('problem' in decision) {
      if (decision.problem !== 'not_found') seen.add(row.id)
    } else if (decision.mustBeOpen && !row.is_opened && closed.has(row.id)) seen.add(row.id)
    else playable.add(row.id)
  }
  return { playable, seen }
}

/**
 * Returns a lecture if this viewer may watch it now according to `decideWatch`, and it is open to them (`requireOpen`), which is kept. Throws
 * not_found (also for drafts of others), unauthenticated, not_entitled, not_open_yet.
 */
export async function requireWatchable(
  on: Executor,
  lectureId: string,
  viewer: Viewer | null,
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
): Promise<Watchable> {
  const row = await findWatchedLecture(on, lectureId, viewer?.id ?? null)
  if (!row) throw new DomainError('not_found')
  const decision = decide(row, viewer)
  if ('problem' in decision) throw new DomainError(decision.problem)
  if (viewer && decision.mustBeOpen)
    await requireOpen(on, { id: row.id, courseId: row.course_id, isOpened: row.is_opened }, viewer, deps)
  const video =
    row.video_id === null || row.content_type === null
      ? null
      : {
          id: row.video_id,
          contentType: row.content_type,
          durationSeconds: row.duration_seconds,
          streamId: row.stream_id,
        }
  const receiver =
    viewer && row.paid && !row.is_preview_free
      ? { userId: viewer.id, courseId: row.course_id, lectureId: row.id }
      : null
  return {
    lectureId: row.id,
    courseId: row.course_id,
    kind: row.kind,
    listed: row.is_published && row.removed_at === null,
    video,
    receiver,
    attends: decision.attends,
  }
}

/**
 * Returns a file of a lecture and the name under which it is saved. Throws as `requireWatchable` does, and not_found for an unknown file.
 */
export async function findAttachment(
  { db, storage, marks, ...deps }: Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'config'> & { marks: ServedMarks },
  attachmentId: string,
  viewer: CurrentUser | null,
  isHead: boolean,
): Promise<{
  id: string
  contentType: string
  disposition: string
  located: Located
  /** records that it is about to be served; absent if it does not count, or is recorded already */
  note?: () => Promise<void>
  /** only headers are requested and nothing is recorded, so no URL of the store may be returned */
  isUncounted?: true
}> {
  const found = await findAttachmentOf(db, attachmentId)
  if (!found) throw new DomainError('not_found')
  const { receiver } = await requireWatchable(db, found.lecture_id, viewer, deps)
  const disposition = downloadHeader(found.name)
  const located = await storage.locate(fileKey(found.file_id), { disposition, seconds: addressSeconds })
  if (!located) throw new DomainError('not_found')
  const file = { id: found.file_id, contentType: found.content_type, disposition, located }
  if (!receiver) return file
  const mark = async (): Promise<void> =>
    marks.add(receiver, { files: await partOfFiles(db, found.lecture_id, attachmentId) })
  if (located.kind === 'file') return { ...file, note: mark }
  if (isHead) return { ...file, isUncounted: true }
  await mark()
  return file
}

/** Returns the texts of a lecture, its files, and to those who attend it the notes of its live sessions. Throws as `requireWatchable` does. */
export async function getContent(
  { db, marks, ...deps }: Pick<FeatureDeps, 'db' | 'clock' | 'config'> & { marks: ServedMarks },
  lectureId: string,
  viewer: CurrentUser | null,
): Promise<LectureContent> {
  const { receiver, attends } = await requireWatchable(db, lectureId, viewer, deps)
  const row = await findForms(db, lectureId)
  if (!row) throw new DomainError('not_found')
  if (receiver && row.body !== '') await marks.add(receiver, { text: true })
  const attachments = await listAttachments(db, lectureId)
  const liveNotes = attends ? await findLiveNotes(db, lectureId) : undefined
  return {
    lectureId,
    description: row.description,
    text: row.body,
    attachments,
    ...(liveNotes !== undefined && { liveNotes }),
    ...(viewer?.id === row.creator_id && { editing: presentForms(row) }),
  }
}

const presentForms = (row: LectureForms): LectureContent['editing'] => ({
  lectureTitle: row.title,
  isPreviewFree: row.is_preview_free,
  videoId: row.video_id,
  liveState: row.live_state,
  liveStartTime: row.live_start_time?.toISOString() ?? null,
  version: lectureVersion(row),
  scheduleVersion: scheduleVersion({ liveState: row.live_state, liveStartTime: row.live_start_time }),
})

/** Returns the captions of a lecture in one language. Throws as `requireWatchable` does, and not_found without captions. */
export async function getCaptions(
  { db, ...deps }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  language: string,
  viewer: CurrentUser | null,
): Promise<{ vtt: string; etag: string }> {
  await requireWatchable(db, lectureId, viewer, deps)
  const captions = await findCaptionText(db, lectureId, language)
  if (!captions) throw new DomainError('not_found', msg`This lecture has no captions in this language`)
  return { vtt: captions.vtt, etag: `"${versionOf(captions.vtt)}"` }
}
