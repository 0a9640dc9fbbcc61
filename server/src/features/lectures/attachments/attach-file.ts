import { msg } from '@lingui/core/runtime-macro'
import { type Attachment, attachmentPath, type EntryKind, maxAttachments } from '@virtual-courses/contract'
import type { ReceivedFile } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { discardMedia, removeLater, storeFile } from '../../media/index.ts'
import { lectureTextsChanged } from '../jobs.ts'
import { lockOwnLecture, requireKind, requireOwnEntry } from '../lock-own-lecture.ts'
import { attachmentName } from './attachment-name.ts'
import { deleteAttachment, findAttachmentOf, findAttachments, insertAttachment } from './attachment-queries.ts'

const tooMany = () =>
  new DomainError(
    'invalid_input',
    msg`A lecture has at most ${{ maxAttachments }} files. Remove one before you add another.`,
  )

/** Returns the attachments of a lecture in the order in which they were added. The caller checks who may see them. */
export const listAttachments = async (on: Executor, lectureId: string): Promise<Attachment[]> =>
  (await findAttachments(on, lectureId)).map(({ id, name, bytes }) => ({
    _id: id,
    name,
    bytes: Number(bytes),
    url: attachmentPath(id),
  }))

/**
 * Authorizes an upload before it is read: the lecture is the owner's and has room for one more file. Throws not_found,
 * invalid_input, rate_limited.
 */
export async function authorizeAttachment(
  { db, limits }: Pick<FeatureDeps, 'db' | 'limits'>,
  ownerId: string,
  lectureId: string,
  kind: EntryKind = 'lecture',
): Promise<void> {
  await requireOwnEntry(db, lectureId, ownerId, kind)
  await limits.attachments.consume(ownerId)
  if ((await findAttachments(db, lectureId)).length >= maxAttachments) throw tooMany()
}

type Receiving = {
  received: ReceivedFile | undefined
  signal?: AbortSignal | undefined
  /** of the entry that gets the file, by default a lecture */
  kind?: EntryKind
}

/**
 * Adds a received file to the owner's lecture and returns all attachments. Throws not_found, also when the lecture was removed during
 * the upload, invalid_input, disk_full, and the reason of `signal` when the upload was stopped; the file is discarded then.
 */
export async function attachFile(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'log' | 'settings'>,
  ownerId: string,
  lectureId: string,
  { received, signal, kind }: Receiving,
): Promise<Attachment[]> {
  if (!received) throw new DomainError('invalid_input', msg`Please choose a file`)
  signal?.throwIfAborted()
  const fileId = await storeFile(deps, { ownerId, ...received })
  try {
    signal?.throwIfAborted()
    return await transact(deps.db, async (tx) => {
      requireKind((await lockOwnLecture(tx, lectureId, ownerId)).kind, kind)
      // The lock makes the count exact.
      if ((await findAttachments(tx, lectureId)).length >= maxAttachments) throw tooMany()
      await insertAttachment(tx, {
        id: newId(),
        lecture_id: lectureId,
        file_id: fileId,
        name: attachmentName(received.name, received.contentType),
        created_at: deps.clock.now(),
      })
      tx.enqueue(lectureTextsChanged, { lectureIds: [lectureId] })
      return listAttachments(tx, lectureId)
    })
  } catch (error) {
    await discardMedia(deps, { files: [fileId] })
    throw error
  }
}

/** Removes an attachment of the owner's lecture, and its file by a job; returns the others. Throws not_found. */
export async function removeAttachment(
  { db }: Pick<FeatureDeps, 'db'>,
  ownerId: string,
  attachmentId: string,
): Promise<Attachment[]> {
  return transact(db, async (tx) => {
    const found = await findAttachmentOf(tx, attachmentId)
    if (!found) throw new DomainError('not_found')
    await lockOwnLecture(tx, found.lecture_id, ownerId)
    // another request may have removed it before the lock
    if (await deleteAttachment(tx, attachmentId)) {
      removeLater(tx, { files: [found.file_id] })
      tx.enqueue(lectureTextsChanged, { lectureIds: [found.lecture_id] })
    }
    return listAttachments(tx, found.lecture_id)
  })
}
