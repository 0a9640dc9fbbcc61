import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createTypeReader } from '#core/files/file-types.ts'
import { english, type Sentence } from '#core/languages/language.ts'
import { uploadsEnded } from '#core/metrics.ts'
import { type Tx, transact } from '#core/transact.ts'
import { findUser, keepAccounts } from '../../accounts/index.ts'
import { changeLecture } from '../../lectures/index.ts'
import { adoptVideo, discardMedia, mayRemoveUnnamed, releaseRoom, settleRoom } from '../../media/index.ts'
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

/** Maximum number of expired uploads that one run deletes. */
const maxExpired = 500
/** Maximum number of stale checks that one run enqueues again. */
const maxStale = 100
/** Age at which a failed check has used all its attempts, as when the store was unavailable for hours. */
const staleMs = 3 * 3600 * 1000
/** Minimum age of bytes without a row that may be deleted; younger ones may belong to an upload that is just beginning. */
const unnamedMs = 24 * 3600 * 1000
/** Milliseconds for which an upload that lost its end can go on, at least: its own time may be over. */
const goOnMs = 24 * 3600 * 1000

const damaged = msg`The file did not arrive as it is on your device: it was damaged on the way, or changed during the upload. Please upload it again.`
const suspendedMeanwhile = msg`The account was suspended before this file was checked. Once the suspension has ended, please upload it again.`
const lectureGone = msg`The lecture was removed during the upload.`

/** The store ended a file before its end. */
class EndsEarly extends Error {
  override name = 'EndsEarly'
}

/**
 * Reads a file once: detects its type, computes its SHA-256, and compares slices with their noted checksums. Throws wrong_media, and
 * EndsEarly.
 */
async function examine(
  stream: Readable,
  { name, bytes, checksums }: { name: string; bytes: number; checksums: Checksums },
): Promise<{ contentType: string; sha256: string; differs: boolean }> {
  let read = 0
  const slices = compareSlices(checksums)
  const hash = createHash('sha256')
  const type = createTypeReader('video', name)
  for await (const piece of stream) {
    const chunk: Buffer = piece
    read += chunk.length
    hash.update(chunk)
    slices.add(chunk)
    await type.add(chunk)
  }
  if (read < bytes) throw new EndsEarly(`${read} of ${bytes} bytes of an upload could be read`)
  return { contentType: await type.end(), sha256: hash.digest('hex'), differs: slices.differs() }
}

/** Marks an upload as refused, and deletes its bytes. The reason is stored in English, and shown in the language of its reader. */
async function refuse(deps: Deps, upload: UploadRow, problem: Sentence): Promise<void> {
  await moveUpload(deps.db, upload.id, 'checking', { state: 'refused', problem: english(problem) })
  await releaseRoom(deps.db, upload.owner_id, upload.reservation_id)
  uploadsEnded.inc({ outcome: 'refused' })
  await discardMedia(deps, { videos: [upload.video_id] })
  await deps.uploads.remove(upload.id)
}

/** Moves the bytes of an upload into the media store, unless an interrupted run already has. Throws errors that the educator is shown. */
async function storeUpload(deps: Deps, upload: UploadRow): Promise<void> {
  const stream = await deps.uploads.read(upload.id)
  // an interrupted run may have moved the file
  if (!stream) return adoptVideo(deps, await adopted(deps, upload), async () => {})
  const { contentType, sha256, differs } = await examine(stream, {
    name: upload.file_name,
    bytes: Number(upload.bytes),
    checksums: readChecksums(upload.checksums),
  })
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

/**
 * Has an upload go on where its bytes end, when the store has lost the last ones, as a disk may in a power cut. Throws `cause` when the
 * store has all of them, and only broke off while they were read.
 */
async function goOn(deps: Deps, upload: UploadRow, cause: EndsEarly): Promise<void> {
  const { id, owner_id: ownerId, reservation_id: reservationId } = upload
  const { offset } = await deps.uploads.handle({ method: 'HEAD', id, headers: { 'tus-resumable': '1.0.0' } })
  if (offset >= Number(upload.bytes)) throw cause
  await transact(deps.db, async (tx) => {
    const least = deps.clock.now().getTime() + goOnMs
    const expires_at = new Date(Math.max(upload.expires_at.getTime(), least))
    await moveUpload(tx, id, 'checking', { state: 'receiving', received: offset, expires_at })
    await settleRoom(tx, deps, { id: reservationId, ownerId, arrived: offset })
  })
  deps.log.error({ err: cause, uploadId: id, offset }, 'the store has lost the end of an upload, which goes on there')
}

/** Locks an account so that it is not suspended before the transaction ends. Throws suspended. */
async function requireActive(tx: Tx, userId: string): Promise<void> {
  await keepAccounts(tx, [userId])
  if ((await findUser(tx, userId))?.suspended_at) throw new DomainError('suspended', suspendedMeanwhile)
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
 * Checks the content of a complete upload, makes it the video of its lecture as `editLecture` does, and stores the outcome in the same
 * transaction. Can be repeated after an interruption at any point.
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
        await requireActive(tx, upload.owner_id)
        await changeLecture(tx, deps, { ownerId: upload.owner_id, lectureId, videoId: upload.video_id })
        await moveUpload(tx, uploadId, 'checking', { state: 'done' })
      })
    } catch (error) {
      if (error instanceof EndsEarly) return goOn(deps, upload, error)
      // a full disk or an unavailable service: the job is retried
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

/** Deletes expired uploads and their bytes. */
export async function deleteExpiredUploads(deps: Deps): Promise<void> {
  const ids = await findExpiredUploads(deps.db, deps.clock.now(), maxExpired)
  for (const id of ids) {
    const remove = async (): Promise<void> => {
      // its first or its last bytes may have come while this waited for the lease
      const upload = await findUpload(deps.db, id)
      if (!upload || upload.state === 'checking' || upload.expires_at > deps.clock.now()) return
      await deps.uploads.remove(id)
      await deleteUpload(deps.db, id)
    }
    await withUploadLease(deps, id, remove).catch((error: unknown) =>
      deps.log.warn({ err: error, uploadId: id }, 'an expired upload could not be deleted yet'),
    )
  }
  if (ids.length > 0) deps.log.info({ count: ids.length }, 'expired uploads were deleted')
}

/** Enqueues the check of complete uploads again whose check has used all its attempts. */
export const retryStaleChecks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  transact(db, async (tx) => {
    const before = new Date(clock.now().getTime() - staleMs)
    for (const uploadId of await findStaleChecks(tx, before, maxStale)) tx.enqueue(finishUploadJob, { uploadId })
  })

/** Removes bytes that no upload row has referred to for a day, unless there are so many that the database may be the wrong one. */
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

/** Retries stale checks, and deletes expired uploads and bytes without a row. */
export async function cleanUpUploads(deps: Deps): Promise<void> {
  await retryStaleChecks(deps)
  await deleteExpiredUploads(deps)
  await removeUnnamedUploads(deps)
}
