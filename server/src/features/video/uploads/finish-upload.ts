import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createTypeReader } from '#core/files/file-types.ts'
import { english, type Sentence } from '#core/languages/language.ts'
import { uploadsEnded } from '#core/metrics.ts'
import { transact } from '#core/transact.ts'
import { changeLecture } from '../../lectures/index.ts'
import { adoptVideo, discardMedia, mayRemoveUnnamed, releaseRoom } from '../../media/index.ts'
import { type Checksums, compareSlices, readChecksums } from './upload-checksums.ts'
import { finishUploadJob } from './upload-jobs.ts'
import { deleteUpload, withUploadLease } from './upload-lease.ts'
import {
  findAdoptedVideo,
  findExpiredUploads,
  findKnownUploads,
  findStaleChecks,
  findUpload,
  moveUpload,
  type UploadRow,
} from './upload-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'uploads' | 'log' | 'settings'>

/** Number of expired uploads that one run deletes. */
const maxExpired = 500
/** Number of checks that one run has done again. */
const maxStale = 100
/** By then a check that failed has done all its attempts, such as when the store was away for hours. */
const staleMs = 3 * 3600 * 1000
/** What no row names, and is younger, may be of an upload that begins. */
const unnamedMs = 24 * 3600 * 1000

const damaged = msg`The file did not arrive as it is on your device: it was damaged on the way, or changed during the upload. Please upload it again.`
const lectureGone = msg`The lecture was removed during the upload.`

/** Reads a file once: its type by its bytes, its SHA-256, and whether slices are not as noted. Throws wrong_media. */
async function examine(
  stream: Readable,
  name: string,
  checksums: Checksums,
): Promise<{ contentType: string; sha256: string; differs: boolean }> {
  const slices = compareSlices(checksums)
  const hash = createHash('sha256')
  const type = createTypeReader('video', name)
  for await (const piece of stream) {
    const chunk: Buffer = piece
    hash.update(chunk)
    slices.add(chunk)
    await type.add(chunk)
  }
  return { contentType: await type.end(), sha256: hash.digest('hex'), differs: slices.differs() }
}

/** Notes that an upload was refused, and deletes its bytes. The reason is kept in English, and said in the language of its reader. */
async function refuse(deps: Deps, upload: UploadRow, problem: Sentence): Promise<void> {
  await moveUpload(deps.db, upload.id, 'checking', { state: 'refused', problem: english(problem) })
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
  const { contentType, sha256, differs } = await examine(stream, upload.file_name, readChecksums(upload.checksums))
  if (differs || (upload.announced_sha256 !== null && upload.announced_sha256 !== sha256))
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
    throw new DomainError('broken_upload', msg`What had arrived of this file is gone. Please upload it again.`)
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
        await changeLecture(tx, deps, { ownerId: upload.owner_id, lectureId, videoId: upload.video_id })
        await moveUpload(tx, uploadId, 'checking', { state: 'done' })
      })
    } catch (error) {
      // a full disk, or a service that is away: the job runs again
      if (!(error instanceof DomainError) || error.code === 'disk_full' || error.code === 'unavailable') throw error
      return refuse(deps, upload, error.code === 'not_found' ? lectureGone : error.sentence)
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

/** Has complete uploads checked whose check failed all its attempts. */
export const retryStaleChecks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  transact(db, async (tx) => {
    const before = new Date(clock.now().getTime() - staleMs)
    for (const uploadId of await findStaleChecks(tx, before, maxStale)) tx.enqueue(finishUploadJob, { uploadId })
  })

/** Removes bytes of uploads that no row has for a day, unless they are so many that the database may be the wrong one. */
export async function removeUnnamedUploads({ db, clock, uploads, log }: Deps): Promise<void> {
  const until = new Date(clock.now().getTime() - unnamedMs)
  const unnamed: string[] = []
  let objects = 0
  for await (const { id, storedAt } of uploads.list()) {
    objects++
    if (storedAt < until && !(await findKnownUploads(db, [id])).has(id)) unnamed.push(id)
  }
  if (unnamed.length === 0) return
  const removes = mayRemoveUnnamed({ objects, unnamed: unnamed.length })
  if (removes) for (const id of unnamed) await uploads.remove(id)
  log.warn({ count: unnamed.length, removed: removes }, 'bytes of uploads that no row names were found')
}

/** Has stale checks done again, and deletes what is over and what no row names. */
export async function cleanUpUploads(deps: Deps): Promise<void> {
  await retryStaleChecks(deps)
  await deleteExpiredUploads(deps)
  await removeUnnamedUploads(deps)
}
