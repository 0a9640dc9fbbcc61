import { msg } from '@lingui/core/runtime-macro'
import { type AnswerFile, maxAnswerBytes, maxAnswerFiles, maxKeptAnswerFiles } from '@virtual-courses/contract'
import type { FileReply, ReceivedFile, Room, StreamReply } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { downloadHeader } from '#core/files/download.ts'
import { newId } from '#core/new-id.ts'
import { attachmentName } from '../lectures/index.ts'
import { discardMedia, fileKey, removeLater, reserveRoom, storeFile, uploadHeaders } from '../media/index.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { filesOf, presentFile } from './present.ts'
import { dropFile, type FileRow, findFile, findFiles, findOwnAnswer, insertFile } from './queries.ts'
import { requireAssignment } from './read-assignment.ts'
import { attemptInHand } from './rules.ts'
import { closedError, requireWritable, withOwnAnswer } from './save-answer.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'storage' | 'log' | 'settings'>

/** Lifetime in seconds of the presigned URL of a file, which browsers follow at once. */
const addressSeconds = 60

/** Files take room of the educator, whose storage is no matter of the student. */
const asStudentsProblem = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'storage_full')
    throw new DomainError(
      'storage_full',
      msg`The educator of this course has no room for this file at the moment. Please tell them; your answer stays as it is.`,
    )
  throw error
}

function requireFits(all: readonly FileRow[], attempt: number, bytes: number): void {
  const files = filesOf(all, attempt)
  if (files.length >= maxAnswerFiles || all.length >= maxKeptAnswerFiles)
    throw new DomainError(
      'invalid_input',
      msg`An answer has at most ${{ maxAnswerFiles }} files, and ${{ maxKeptAnswerFiles }} over all times that it is handed in. Remove one before you add another, or put several into one archive.`,
    )
  if (files.reduce((sum, file) => sum + Number(file.bytes), bytes) > maxAnswerBytes)
    throw new DomainError('invalid_input', msg`The files of an answer have at most 50 MB together`)
}

/**
 * Authorizes an upload before it is read: the answer can be changed and has room for one more file. Throws not_found, not_entitled,
 * forbidden, answer_closed, invalid_input, rate_limited.
 */
export async function authorizeAnswerFile(
  { db, clock, config, limits }: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>,
  viewer: CurrentUser,
  lectureId: string,
): Promise<void> {
  const { assignment } = await requireAssignment(db, lectureId, viewer, { clock, config })
  if (!assignment.enrolled) throw closedError('educator')
  await limits.answerFiles.consume(viewer.id)
  const answer = await findOwnAnswer(db, lectureId, viewer.id)
  requireWritable({ assignment, answer }, clock.now())
  if (!answer) return
  requireFits(await findFiles(db, [answer.id]), attemptInHand(answer), 0)
}

/** Reserves room of the educator for a file of a student. Throws not_found, not_entitled, disk_full, storage_full. */
export async function reserveAnswerFile(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>,
  viewer: CurrentUser,
  lectureId: string,
  bytes: number | undefined,
): Promise<Room> {
  const { assignment } = await requireAssignment(deps.db, lectureId, viewer, deps)
  const room = await reserveRoom(deps, assignment.creator_id, bytes).catch(asStudentsProblem)
  return { ...room, grow: (arrived) => room.grow(arrived).catch(asStudentsProblem) }
}

/**
 * Adds a received file to the own answer and returns all its files. Throws as `authorizeAnswerFile` does, disk_full, storage_full, and the
 * reason of `signal` when the upload was stopped; the file is discarded then.
 */
export async function addAnswerFile(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  { received, signal }: { received: ReceivedFile | undefined; signal: AbortSignal },
): Promise<AnswerFile[]> {
  if (!received) throw new DomainError('invalid_input', msg`Please choose a file`)
  signal.throwIfAborted()
  const { assignment } = await requireAssignment(deps.db, lectureId, viewer, deps)
  const fileId = await storeFile(deps, { ownerId: assignment.creator_id, ...received }).catch(asStudentsProblem)
  try {
    signal.throwIfAborted()
    return await withOwnAnswer(deps, viewer, lectureId, async (writing) => {
      const { tx, answer } = writing
      requireWritable(writing, deps.clock.now())
      const attempt = attemptInHand(answer)
      requireFits(await findFiles(tx, [answer.id]), attempt, received.bytes)
      const row = { id: newId(), answer_id: answer.id, file_id: fileId, added_in: attempt }
      const name = attachmentName(received.name, received.contentType)
      await insertFile(tx, { ...row, name, removed_in: null, created_at: deps.clock.now() })
      return filesOf(await findFiles(tx, [answer.id]), attempt).map(presentFile)
    })
  } catch (error) {
    await discardMedia(deps, { files: [fileId] })
    throw error
  }
}

/** Removes a file from the own answer, and returns the others. Throws not_found, not_entitled, forbidden, answer_closed, rate_limited. */
export async function removeAnswerFile(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>,
  viewer: CurrentUser,
  fileId: string,
): Promise<AnswerFile[]> {
  const found = await findFile(deps.db, fileId)
  if (found?.student_id !== viewer.id) throw new DomainError('not_found')
  await deps.limits.answers.consume(viewer.id)
  return withOwnAnswer(deps, viewer, found.lecture_id, async (writing) => {
    const { tx, answer } = writing
    requireWritable(writing, deps.clock.now())
    const attempt = attemptInHand(answer)
    const file = filesOf(await findFiles(tx, [answer.id]), attempt).find(({ id }) => id === fileId)
    if (!file) throw new DomainError('not_found')
    if (await dropFile(tx, file, attempt)) removeLater(tx, { files: [file.file_id] })
    return filesOf(await findFiles(tx, [answer.id]), attempt).map(presentFile)
  })
}

/**
 * Returns a file of an answer, for its student while they may open the assignment, and for the educator once it is handed in, as
 * long as its student has access. Throws
 * not_found, not_entitled.
 */
export async function sendAnswerFile(
  { db, storage, ...deps }: Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'config'>,
  viewer: CurrentUser,
  fileId: string,
  isHead: boolean,
): Promise<StreamReply> {
  const found = await findFile(db, fileId)
  if (!found) throw new DomainError('not_found')
  if (found.student_id === viewer.id) await requireWatchable(db, found.lecture_id, viewer, deps)
  else if (
    found.creator_id !== viewer.id ||
    found.removed_at !== null ||
    !found.enrolled ||
    found.added_in > found.attempt
  )
    throw new DomainError('not_found')
  const disposition = downloadHeader(found.name)
  const located = await storage.locate(fileKey(found.file_id), { disposition, seconds: addressSeconds })
  if (!located) throw new DomainError('not_found')
  const headers = { ...uploadHeaders, 'content-disposition': disposition }
  const described = {
    contentType: found.content_type,
    etag: `"${found.file_id}"`,
    cacheControl: 'private, no-cache',
    headers,
  }
  const file = (path: string, proxyPath?: string): FileReply => ({
    kind: 'file',
    path,
    proxyPath,
    bytes: located.bytes,
    ...described,
  })
  if (located.kind === 'file') return file(located.path, located.proxyPath)
  // a URL allows a GET, so a HEAD request gets none; no file is opened for it
  return isHead ? file('') : { kind: 'redirect', url: located.url, headers }
}
