import type { Insertable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { LectureAttachmentsTable } from '#db/schema.ts'

/** The attachments of a lecture, the first one first. */
export const findAttachments = (on: Executor, lectureId: string) =>
  on
    .selectFrom('lecture_attachments')
    .innerJoin('files', 'files.id', 'lecture_attachments.file_id')
    .select(['lecture_attachments.id', 'lecture_attachments.name', 'files.bytes'])
    .where('lecture_id', '=', lectureId)
    .orderBy('lecture_attachments.created_at')
    .orderBy('lecture_attachments.id')
    .execute()

export const findAttachmentOf = (on: Executor, attachmentId: string) =>
  on
    .selectFrom('lecture_attachments')
    .innerJoin('files', 'files.id', 'lecture_attachments.file_id')
    .select(['lecture_id', 'file_id', 'name', 'content_type'])
    .where('lecture_attachments.id', '=', attachmentId)
    .executeTakeFirst()

export async function insertAttachment(tx: Tx, attachment: Insertable<LectureAttachmentsTable>): Promise<void> {
  await tx.insertInto('lecture_attachments').values(attachment).execute()
}

/** Returns false when there was none. */
export async function deleteAttachment(tx: Tx, attachmentId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('lecture_attachments')
    .where('id', '=', attachmentId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ids of the files that a lecture, or all lectures of a course, refer to. */
export async function fileIdsOf(on: Executor, of: { lectureId: string } | { courseId: string }): Promise<string[]> {
  const rows = await on
    .selectFrom('lecture_attachments')
    .innerJoin('lectures', 'lectures.id', 'lecture_attachments.lecture_id')
    .select('file_id')
    .distinct()
    .$if('lectureId' in of, (query) => query.where('lectures.id', '=', 'lectureId' in of ? of.lectureId : ''))
    .$if('courseId' in of, (query) => query.where('lectures.course_id', '=', 'courseId' in of ? of.courseId : ''))
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** Has copies of lectures offer the files of the originals. `copies` has the ids of the copies by those of the originals. */
export async function copyAttachments(tx: Tx, copies: ReadonlyMap<string, string>): Promise<void> {
  const attachments = await tx
    .selectFrom('lecture_attachments')
    .select(['lecture_id', 'file_id', 'name', 'created_at'])
    .where('lecture_id', 'in', [...copies.keys()])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const rows = attachments.flatMap((row) => {
    const lecture_id = copies.get(row.lecture_id)
    return lecture_id === undefined ? [] : [{ ...row, lecture_id, id: newId() }]
  })
  if (rows.length > 0) await tx.insertInto('lecture_attachments').values(rows).execute()
}
