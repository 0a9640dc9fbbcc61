import type { EntryKind, Lecture } from '@virtual-courses/contract'
import type { ReceivedFile } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { courseTextChanged, isLive, presentLecture } from '../courses/index.ts'
import { discardMedia, removeLater, storeVideo, withTextRoom } from '../media/index.ts'
import { fileIdsOf } from './attachments/attachment-queries.ts'
import { curriculumChanged, entriesLeaving, lectureTextsChanged, videoAttached } from './jobs.ts'
import { lockOwnLecture, requireKind } from './lock-own-lecture.ts'
import { publishLiveChanged } from './publish-live-changed.ts'
import {
  deleteLecture,
  deleteVideoTexts,
  findForms,
  findLecture,
  findOwnCourseId,
  type LectureForms,
  updateLecture,
} from './queries.ts'

/** What is undefined stays as it was; `version` is what the caller has read. */
export type LectureChanges = {
  version?: string | undefined
  lectureTitle?: string | undefined
  isPreviewFree?: boolean | undefined
  description?: string | undefined
  text?: string | undefined
}

/** Version of what `lectures.edit` changes. */
export const lectureVersion = (row: LectureForms): string =>
  versionOf([row.title, row.is_preview_free, row.description, row.body, row.video_id])

async function readVersion(tx: Tx, lectureId: string): Promise<string> {
  const row = await findForms(tx, lectureId)
  if (!row) throw new DomainError('not_found')
  return lectureVersion(row)
}

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'log' | 'settings'>

/**
 * Authorizes an edit before its body is read, which can be gigabytes: the lecture is the owner's. Throws not_found, rate_limited.
 */
export async function authorizeEdit(
  { db, limits }: Pick<FeatureDeps, 'db' | 'limits'>,
  ownerId: string,
  lectureId: string,
): Promise<void> {
  if ((await findOwnCourseId(db, lectureId, ownerId)) === undefined) throw new DomainError('not_found')
  await limits.lectureEdits.consume(ownerId)
}

type LectureEdit = { changes: LectureChanges; video?: ReceivedFile | undefined; signal?: AbortSignal | undefined }

/**
 * Changes a lecture of the owner's course. A received video replaces the old one in one transaction, so that there is always a
 * complete one to watch. Throws disk_full, changed_elsewhere, and not_found, also when the lecture was removed during the upload; the new video is
 * discarded then.
 */
export async function editLecture(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  { changes, video, signal }: LectureEdit,
): Promise<{ lecture: Lecture; version: string }> {
  const videoId = video && (await storeVideo(deps, { ownerId, ...video }, signal))
  try {
    return await transact(deps.db, async (tx) => ({
      lecture: await changeLecture(tx, deps, { ownerId, lectureId, changes, videoId }),
      version: await readVersion(tx, lectureId),
    }))
  } catch (error) {
    if (videoId !== undefined) await discardMedia(deps, { videos: [videoId] })
    throw error
  }
}

type LectureChange = {
  ownerId: string
  lectureId: string
  changes?: LectureChanges
  /** of the entry, by default a lecture */
  kind?: EntryKind
  videoId: string | undefined
}

/**
 * Changes a lecture of the owner's course, whose video a stored one replaces. Every way to a new video ends here. Throws not_found,
 * changed_elsewhere, storage_full, and invalid_input for more than the title of a quiz or an assignment.
 */
export async function changeLecture(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  { ownerId, lectureId, changes = {}, kind, videoId }: LectureChange,
): Promise<Lecture> {
  const before = await lockOwnLecture(tx, lectureId, ownerId)
  const { version: _version, lectureTitle: _title, ...content } = { ...changes, videoId }
  if (Object.values(content).some((part) => part !== undefined)) requireKind(before.kind, kind)
  if (changes.version !== undefined) requireVersion(changes.version, await readVersion(tx, lectureId))
  const update = {
    ...(changes.lectureTitle && { title: changes.lectureTitle }),
    ...(changes.isPreviewFree !== undefined && { is_preview_free: changes.isPreviewFree }),
    ...(changes.description !== undefined && { description: changes.description }),
    ...(changes.text !== undefined && { body: changes.text }),
    ...(videoId !== undefined && { video_id: videoId }),
  }
  if (Object.keys(update).length > 0) await withTextRoom(tx, deps, ownerId, () => updateLecture(tx, lectureId, update))
  // Captions and chapters belong to the old video.
  if (videoId !== undefined && before.videoId !== null) await deleteVideoTexts(tx, lectureId)
  if (videoId !== undefined) {
    await tx.announce(videoAttached, { videoId })
    tx.enqueue(curriculumChanged, { courseId: before.courseId })
  }
  if (videoId !== undefined || changes.description !== undefined || changes.text !== undefined)
    tx.enqueue(lectureTextsChanged, { lectureIds: [lectureId] })
  const lecture = await findLecture(tx, lectureId)
  if (!lecture) throw new DomainError('not_found')
  if (videoId !== undefined && before.videoId !== null) removeLater(tx, { videos: [before.videoId] })
  if (before.published) {
    if (changes.lectureTitle) tx.enqueue(courseTextChanged, { courseId: before.courseId })
    tx.invalidate('catalogue')
  }
  return presentLecture(lecture)
}

/** Removes a lecture of the owner's course, and its video and files by a job. Throws not_found. */
export async function removeLecture(deps: Pick<FeatureDeps, 'db'>, ownerId: string, lectureId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { courseId, published, videoId, liveState } = await lockOwnLecture(tx, lectureId, ownerId)
    if (isLive(liveState)) await publishLiveChanged(tx, { courseId, lectureId, state: 'none', startTime: null })
    const files = await fileIdsOf(tx, { lectureId })
    await tx.announce(entriesLeaving, { lectureId })
    await deleteLecture(tx, lectureId, courseId)
    tx.enqueue(curriculumChanged, { courseId })
    removeLater(tx, { videos: videoId === null ? [] : [videoId], files })
    if (published) {
      tx.enqueue(courseTextChanged, { courseId })
      tx.invalidate('catalogue')
    }
  })
}
