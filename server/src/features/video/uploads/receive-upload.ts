import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { msg } from '@lingui/core/runtime-macro'
import {
  emptyUploadMinutes,
  isolate,
  type Lecture,
  maxUnfinishedBytes,
  maxUnfinishedUploads,
  maxVideoBytes,
  type Upload,
  uploadDays,
} from '@virtual-courses/contract'
import { z } from 'zod'
import type { ArrivingPart, TusReplyHeaders } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { checkAnnouncedVideo, tooLarge } from '#core/files/file-types.ts'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import type { Say } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { validate } from '#core/validate.ts'
import type { AnnouncedUpload, TusReply, TusRequest } from '#ports/uploads.ts'
import { presentLecture } from '../../courses/index.ts'
import { findLecture, keepLecture, requireOwnEntry } from '../../lectures/index.ts'
import {
  discardMedia,
  keepFreeBytes,
  openRoom,
  reserveStorage,
  settleRoom,
  storageSentences,
} from '../../media/index.ts'
import { finishUploadJob } from './upload-jobs.ts'
import { deleteUpload, withUploadLease } from './upload-lease.ts'
import {
  findOwnUpload,
  findOwnUploads,
  insertUpload,
  moveUpload,
  setReceived,
  sumOwnUploads,
  type UploadView,
} from './upload-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'uploads' | 'limits' | 'log' | 'settings'>

const dayMs = 24 * 3600 * 1000
/** Maximum length of the list: more than the possible number of unfinished and recently refused uploads. */
const mostListed = 100

const Metadata = z.object({
  lectureId: z.string().min(1).max(64),
  filename: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^\P{Cc}*$/u),
  filetype: z.string().max(200).nullish(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .nullish(),
})

/** Decides whether an upload may begin, and stores it, before any of its bytes are sent. */
async function acceptUpload(
  deps: Deps,
  ownerId: string,
  id: string,
  { bytes, metadata }: AnnouncedUpload,
): Promise<Date> {
  const { db, clock, uploads } = deps
  const { lectureId, filename, filetype, sha256 } = validate(Metadata, metadata)
  checkAnnouncedVideo(filename, filetype ?? '')
  if (bytes > maxVideoBytes) throw tooLarge({ kind: 'video', maxBytes: maxVideoBytes })
  if (bytes <= 0)
    throw new DomainError(
      'invalid_input',
      msg`The file "${{ file: isolate(filename.slice(0, 100)) }}" is empty. Please choose another one.`,
    )
  const now = clock.now()
  const longest = new Date(now.getTime() + uploadDays * dayMs)
  const expires = new Date(now.getTime() + emptyUploadMinutes * 60_000)
  // Space is reserved as bytes arrive; announced lengths reserve none.
  const free = await uploads.freeBytes()
  await transact(db, async (tx) => {
    // before the sums, in the lock order of removing a lecture
    await keepLecture(tx, lectureId)
    await requireOwnEntry(tx, lectureId, ownerId)
    // others wait until this transaction ends, so the counts below stay valid
    // a part that began in time may arrive after the last moment
    const reservedUntil = new Date(longest.getTime() + dayMs)
    const reservationId = await reserveStorage(tx, deps, { ownerId, bytes, expiresAt: reservedUntil })
    if (free !== null && bytes + keepFreeBytes > free) throw new DomainError('disk_full')
    const own = await sumOwnUploads(tx, ownerId)
    if (own.count >= maxUnfinishedUploads || own.bytes + bytes > maxUnfinishedBytes)
      throw new DomainError('rate_limited', {
        message: msg`You have as many unfinished uploads as are possible (${{ maxUnfinishedUploads }}, with up to ${{ gigabytes: maxUnfinishedBytes / 1024 ** 3 }} GB together). Finish or cancel some of them first.`,
        retryAfterSeconds: 60,
      })
    await insertUpload(tx, {
      id,
      owner_id: ownerId,
      lecture_id: lectureId,
      video_id: newId(),
      reservation_id: reservationId,
      file_name: filename.slice(0, 255),
      bytes,
      received: 0,
      announced_sha256: sha256?.toLowerCase() ?? null,
      created_at: now,
      expires_at: expires,
    })
  })
  return expires
}

/**
 * Begins an upload for a lecture of the owner. Throws not_found, invalid_input, too_large, wrong_media, rate_limited, disk_full,
 * storage_full, tus_version.
 */
export async function createUpload(
  deps: Deps,
  ownerId: string,
  headers: IncomingHttpHeaders,
): Promise<TusReplyHeaders> {
  await deps.limits.lectureEdits.consume(ownerId)
  const id = randomBytes(16).toString('hex')
  let expires: Date | undefined
  try {
    const reply = await deps.uploads.handle({
      method: 'POST',
      id,
      headers,
      accept: async (announced) => {
        expires = await acceptUpload(deps, ownerId, id, announced)
      },
    })
    return { headers: { ...reply.headers, ...(expires && { 'upload-expires': expires.toUTCString() }) } }
  } catch (error) {
    if (!expires) throw error
    // an upload that the store could not begin leaves neither a row nor bytes; the hourly job finds leftovers
    await deps.uploads
      .remove(id)
      .catch((left: unknown) => deps.log.warn({ err: left, uploadId: id }, 'bytes of an upload stay'))
    await deleteUpload(deps.db, id)
    throw storeProblem(deps, id, error)
  }
}

/** Throws not_found when the owner has no such upload or it has expired, rate_limited. */
export async function requireUpload(
  { db, clock, limits }: Pick<Deps, 'db' | 'clock' | 'limits'>,
  ownerId: string,
  id: string,
): Promise<UploadView> {
  await limits.uploadParts.consume(ownerId)
  const upload = await findOwnUpload(db, id, ownerId)
  if (!upload || upload.expires_at <= clock.now()) throw new DomainError('not_found')
  return upload
}

/** Returns the expiry of an upload of which `arrived` bytes have arrived. */
const expiryOf = ({ received, expires_at, created_at }: UploadView, arrived: number): Date =>
  Number(received) === 0 && arrived > 0 ? new Date(created_at.getTime() + uploadDays * dayMs) : expires_at

const whole = ({ bytes }: UploadView): TusReplyHeaders => ({
  headers: { 'upload-offset': String(bytes), 'upload-length': String(bytes) },
})

/** Repeats the reply to the last part, which the client may have missed. Throws upload_conflict for any other part. */
function repeatLastReply(upload: UploadView, headers: IncomingHttpHeaders): TusReplyHeaders {
  if (headers['upload-offset'] !== String(upload.bytes)) throw new DomainError('upload_conflict')
  return whole(upload)
}

/** Stores how much has arrived, and enqueues the check of a complete upload. Idempotent. */
async function noteReceived(deps: Deps, upload: UploadView, received: number): Promise<void> {
  const { reservation_id: id, owner_id: ownerId } = upload
  const isWhole = received === Number(upload.bytes)
  await transact(deps.db, async (tx) => {
    if (!isWhole) await setReceived(tx, upload.id, received)
    else if (
      await moveUpload(tx, upload.id, 'receiving', { state: 'checking', received, arrived_at: deps.clock.now() })
    )
      tx.enqueue(finishUploadJob, { uploadId: upload.id })
    // the sums are locked last, as everywhere
    await settleRoom(tx, deps, { id, ownerId, arrived: received, isWhole })
  })
}

/** Converts an error for the caller: errors of the store are logged and reported as temporary. */
function storeProblem({ log }: Deps, uploadId: string, error: unknown): unknown {
  if (error instanceof DomainError) return error
  log.error({ err: error, uploadId }, 'the store of uploads failed')
  return new DomainError('unavailable', {
    message: msg`The server cannot store uploads at the moment. What has arrived is kept; please try again in a minute.`,
    retryAfterSeconds: 30,
  })
}

/**
 * Reads an upload again once its lease is held: while the request waited, it may have been checked and moved out of the store. Throws
 * not_found.
 */
async function readAgain({ db }: Pick<Deps, 'db'>, { id, owner_id: ownerId }: UploadView): Promise<UploadView> {
  const upload = await findOwnUpload(db, id, ownerId)
  if (!upload) throw new DomainError('not_found')
  return upload
}

/** Sends a request to the store. If the store has no such upload, deletes its row, so that a new upload can begin. */
async function callStore(deps: Deps, request: TusRequest): Promise<TusReply> {
  try {
    return await deps.uploads.handle(request)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') {
      await deps.uploads.remove(request.id).catch((failed: unknown) => {
        throw storeProblem(deps, request.id, failed)
      })
      await deleteUpload(deps.db, request.id)
    }
    throw storeProblem(deps, request.id, error)
  }
}

type Question = { headers: IncomingHttpHeaders; signal?: AbortSignal }

/** Returns how much of the user's own upload has arrived. Throws not_found, tus_version, upload_in_use, rate_limited. */
export async function readUpload(
  deps: Deps,
  ownerId: string,
  id: string,
  { headers, signal }: Question,
): Promise<TusReplyHeaders> {
  const asked = await requireUpload(deps, ownerId, id)
  if (asked.state !== 'receiving') return whole(asked)
  const ask = async (): Promise<TusReplyHeaders> => {
    const upload = await readAgain(deps, asked)
    if (upload.state !== 'receiving') return whole(upload)
    const reply = await callStore(deps, { method: 'HEAD', id, headers })
    // a killed server may have stored the last byte without recording it
    await noteReceived(deps, upload, reply.offset)
    return { headers: { ...reply.headers, 'upload-expires': expiryOf(upload, reply.offset).toUTCString() } }
  }
  return withUploadLease(deps, id, ask, { signal })
}

/**
 * Adds a part to the user's own upload; bytes that arrive before the connection breaks are kept. Throws not_found, upload_conflict,
 * upload_in_use, too_large, broken_upload, request_timeout, rate_limited, unavailable, disk_full, storage_full, tus_version.
 */
export async function appendToUpload(
  deps: Deps,
  ownerId: string,
  id: string,
  { headers, part, signal }: Question & { part: ArrivingPart },
): Promise<TusReplyHeaders> {
  const asked = await requireUpload(deps, ownerId, id)
  if (asked.state !== 'receiving') return repeatLastReply(asked, headers)
  if (headers['upload-offset'] === undefined)
    throw new DomainError('invalid_input', msg`The header Upload-Offset is missing`)
  const from = Number(headers['upload-offset'])
  const append = async (): Promise<TusReplyHeaders> => {
    const upload = await readAgain(deps, asked)
    if (upload.state !== 'receiving') return repeatLastReply(upload, headers)
    // space is computed from what the store has, not from what the client says
    const { offset } = await callStore(deps, { method: 'HEAD', id, headers })
    if (from !== offset) {
      await noteReceived(deps, upload, offset)
      throw new DomainError('upload_conflict')
    }
    const reply = await storePart(deps, upload, offset, { headers, part })
    await noteReceived(deps, upload, reply.offset)
    const problem = part.problem()
    // the check of a complete upload wants its lease, perhaps before this part is answered
    if (problem && reply.offset < Number(upload.bytes)) throw problem
    return { headers: { ...reply.headers, 'upload-expires': expiryOf(upload, reply.offset).toUTCString() } }
  }
  const received = (): number | null =>
    part.arrived() > 0 ? Math.min(from + part.arrived(), Number(asked.bytes)) : null
  return withUploadLease(deps, id, append, { received, onStop: part.stop, signal })
}

/** Passes a part that begins at `from`, the end of the stored bytes, to the store. After an error, records how much the store has. */
async function storePart(
  deps: Deps,
  upload: UploadView,
  from: number,
  { headers, part }: Pick<Question, 'headers'> & { part: ArrivingPart },
): Promise<TusReply> {
  const { id, owner_id: ownerId } = upload
  const total = Number(upload.bytes)
  const free = () => deps.uploads.freeBytes()
  const room = openRoom(deps, { id: upload.reservation_id, ownerId, total, from, free })
  // an idle upload has lost its reservation
  if (from < total) await room.grow(0)
  try {
    const body = await part.read(room, deps.uploads.bufferBytes ?? undefined)
    return await callStore(deps, { method: 'PATCH', id, headers, body }).finally(() => body.destroy())
  } catch (error) {
    try {
      const { offset } = await deps.uploads.handle({ method: 'HEAD', id, headers })
      await noteReceived(deps, upload, offset)
    } catch (left) {
      deps.log.warn({ err: left, uploadId: id }, 'what an upload has after an error is noted later')
    }
    throw error
  }
}

/** Deletes the user's own upload, also one that waits for its check. Throws not_found, upload_in_use while it is checked, rate_limited. */
export async function cancelUpload(deps: Deps, ownerId: string, id: string, signal: AbortSignal): Promise<void> {
  const { video_id: videoId } = await requireUpload(deps, ownerId, id)
  const remove = async (): Promise<void> => {
    const { state } = (await findOwnUpload(deps.db, id, ownerId)) ?? {}
    await deps.uploads.remove(id).catch((error: unknown) => {
      throw storeProblem(deps, id, error)
    })
    await deleteUpload(deps.db, id)
    // an interrupted check may already have stored the video
    if (state === 'checking') await discardMedia(deps, { videos: [videoId] })
  }
  await withUploadLease(deps, id, remove, { signal })
}

const readProblem = keptSentences(storageSentences)

const presentUpload = (row: UploadView, say: Say): Upload => ({
  _id: row.id,
  lectureId: row.lecture_id,
  courseId: row.course_id,
  lectureTitle: row.lecture_title ?? '',
  fileName: row.file_name,
  bytes: Number(row.bytes),
  received: Number(row.received),
  state: row.state,
  problem: row.problem === null ? null : say(readProblem(row.problem)),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

/** Returns the owner's incomplete and refused uploads, newest first. */
export const listUploads = async ({ db, clock }: Deps, ownerId: string, say: Say): Promise<Upload[]> =>
  (await findOwnUploads(db, ownerId, clock.now(), mostListed)).map((row) => presentUpload(row, say))

/** Returns the outcome of the user's own upload. Throws not_found. */
export async function getUploadResult(
  { db }: Deps,
  ownerId: string,
  id: string,
  say: Say,
): Promise<{ upload: Upload; lecture: Lecture | null }> {
  const row = await findOwnUpload(db, id, ownerId)
  if (!row) throw new DomainError('not_found')
  const lecture = row.state === 'done' && row.lecture_id !== null ? await findLecture(db, row.lecture_id) : undefined
  return { upload: presentUpload(row, say), lecture: lecture ? presentLecture(lecture) : null }
}
