import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findType, signatureBytes } from '#core/file-types.ts'
import { uploadsEnded } from '#core/metrics.ts'
import { transact } from '#core/transact.ts'
import { adoptVideo, discardMedia, releaseRoom } from '../media/index.ts'
import { changeLecture } from './edit-lecture.ts'
import { deleteUpload, withUploadLease } from './upload-lease.ts'
import { findAdoptedVideo, findExpiredUploads, findUpload, moveUpload, type UploadRow } from './upload-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'uploads' | 'log' | 'settings' | 'config' | 'transcoder'>

/** Number of expired uploads that one run deletes. */
const maxExpired = 500

const damaged =
  'The file did not arrive as it is on your device: it was damaged on the way, or changed during the upload. Please upload it again.'
const lectureGone = 'The lecture was removed during the upload.'

/** Reads a file once: its type by its first bytes, and its SHA-256. Throws wrong_media. */
async function examine(stream: Readable, name: string): Promise<{ contentType: string; sha256: string }> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let length = 0
  let contentType = ''
  for await (const piece of stream) {
    const chunk: Buffer = piece
    hash.update(chunk)
    length += chunk.length
    if (contentType !== '') continue
    head.push(chunk)
    if (length >= signatureBytes) contentType = await findType('video', Buffer.concat(head), name)
  }
  contentType ||= await findType('video', Buffer.concat(head), name)
  return { contentType, sha256: hash.digest('hex') }
}

/** Notes that an upload was refused, and deletes its bytes. */
async function refuse(deps: Deps, upload: UploadRow, problem: string): Promise<void> {
  await moveUpload(deps.db, upload.id, 'checking', { state: 'refused', problem })
  await releaseRoom(deps.db, upload.owner_id, upload.reservation_id)
  uploadsEnded.inc({ outcome: 'refused' })
  await discardMedia(deps, { videos: [upload.video_id] })
  await deps.uploads.remove(upload.id)
}

/** Moves the bytes of an upload into the media store, unless an interrupted run has. Throws what the educator is shown. */
async function storeUpload(deps: Deps, upload: UploadRow): Promise<void> {
  const stream = await deps.uploads.read(upload.id)
  // an interrupted run may have moved the file
  if (!stream) return adoptVideo(deps, await adopted(deps, upload), async () => {})
  const { contentType, sha256 } = await examine(stream, upload.file_name)
  if (upload.announced_sha256 !== null && upload.announced_sha256 !== sha256)
    throw new DomainError('broken_upload', damaged)
  const video = {
    id: upload.video_id,
    ownerId: upload.owner_id,
    bytes: Number(upload.bytes),
    contentType,
    sha256,
    reservationId: upload.reservation_id,
  }
  await adoptVideo(deps, video, (key) => deps.uploads.moveTo(upload.id, key, contentType))
}

async function adopted({ db }: Deps, upload: UploadRow) {
  const row = await findAdoptedVideo(db, upload.video_id)
  if (!row?.sha256)
    throw new DomainError('broken_upload', 'What had arrived of this file is gone. Please upload it again.')
  return {
    id: upload.video_id,
    ownerId: upload.owner_id,
    bytes: Number(row.bytes),
    contentType: row.content_type,
    sha256: row.sha256,
    reservationId: upload.reservation_id,
  }
}

/**
 * Checks the content of a complete upload, makes it the video of its lecture as `editLecture` does, and notes the outcome in the same
 * transaction. May be repeated after it was interrupted at any point; what is done stays done.
 */
export async function finishUpload(deps: Deps, uploadId: string): Promise<void> {
  const work = async (): Promise<void> => {
    const upload = await findUpload(deps.db, uploadId)
    if (upload?.state !== 'checking') return
    try {
      await storeUpload(deps, upload)
      const lectureId = upload.lecture_id
      if (lectureId === null) throw new DomainError('not_found')
      await transact(deps.db, async (tx) => {
        await changeLecture(tx, deps, upload.owner_id, lectureId, {}, upload.video_id)
        await moveUpload(tx, uploadId, 'checking', { state: 'done' })
      })
    } catch (error) {
      // a full disk, or a service that is away: the job runs again
      if (!(error instanceof DomainError) || error.code === 'disk_full' || error.code === 'unavailable') throw error
      return refuse(deps, upload, error.code === 'not_found' ? lectureGone : error.message)
    }
    uploadsEnded.inc({ outcome: 'done' })
    await deps.uploads.remove(uploadId)
  }
  await withUploadLease(deps, uploadId, work).catch((error: unknown) => {
    // deleted meanwhile
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
  })
}

/** Deletes uploads whose time is over, with what has arrived of them. */
export async function deleteExpiredUploads(deps: Deps): Promise<void> {
  const ids = await findExpiredUploads(deps.db, deps.clock.now(), maxExpired)
  for (const id of ids) {
    const remove = async (): Promise<void> => {
      await deps.uploads.remove(id)
      await deleteUpload(deps.db, id)
    }
    await withUploadLease(deps, id, remove).catch((error: unknown) =>
      deps.log.warn({ err: error, uploadId: id }, 'an expired upload could not be deleted yet'),
    )
  }
  if (ids.length > 0) deps.log.info({ count: ids.length }, 'expired uploads were deleted')
}
