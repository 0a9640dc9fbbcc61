import { uploadDays } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { UploadsTable } from '#db/schema.ts'

export type UploadRow = Selectable<UploadsTable>

/** Returns the number and bytes of an owner's unfinished uploads. */
export async function sumOwnUploads(on: Executor, ownerId: string): Promise<{ count: number; bytes: number }> {
  const row = await on
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string | null>('bytes').as('bytes')])
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['receiving', 'checking'])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0) }
}

export async function insertUpload(tx: Tx, upload: Insertable<UploadsTable>): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

export const findUpload = (on: Executor, id: string): Promise<UploadRow | undefined> =>
  on.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks and returns an upload's checksums and progress until the transaction ends. */
export const lockUpload = (tx: Tx, id: string) =>
  tx.selectFrom('uploads').select(['state', 'checksums']).where('id', '=', id).forUpdate().executeTakeFirst()

export async function setChecksums(tx: Tx, id: string, checksums: string): Promise<void> {
  await tx.updateTable('uploads').set({ checksums }).where('id', '=', id).execute()
}

const withLecture = (on: Executor, ownerId: string) =>
  on
    .selectFrom('uploads')
    .leftJoin('lectures', 'lectures.id', 'uploads.lecture_id')
    .selectAll('uploads')
    .select(['lectures.title as lecture_title', 'lectures.course_id'])
    .where('uploads.owner_id', '=', ownerId)

export type UploadView = NonNullable<Awaited<ReturnType<typeof findOwnUpload>>>

export const findOwnUpload = (on: Executor, id: string, ownerId: string) =>
  withLecture(on, ownerId).where('uploads.id', '=', id).executeTakeFirst()

/** Returns an owner's incomplete and refused uploads, newest first. */
export const findOwnUploads = (on: Executor, ownerId: string, now: Date, limit: number) =>
  withLecture(on, ownerId)
    .where('uploads.state', '<>', 'done')
    .where('uploads.expires_at', '>', now)
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .limit(limit)
    .execute()

export async function setReceived(on: Executor, id: string, received: number): Promise<void> {
  await on.updateTable('uploads').set(arrivedUpTo(received)).where('id', '=', id).execute()
}

/** Returns the column changes for the received bytes; with the first bytes the short expiry of an empty upload is extended. */
export const arrivedUpTo = (received: number) => ({
  received,
  expires_at: sql<Date>`case when received = 0 and ${received}::bigint > 0
    then created_at + make_interval(days => ${uploadDays}::int) else expires_at end`,
})

/** Returns false when the upload was not in the state `from`. */
export async function moveUpload(
  on: Executor,
  id: string,
  from: UploadRow['state'],
  to: Pick<UploadRow, 'state'> & { problem?: string; received?: number; arrived_at?: Date; expires_at?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('uploads')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the owner and the reservation of the deleted row; undefined when there was none. */
export const deleteUploadRow = (on: Executor, id: string) =>
  on.deleteFrom('uploads').where('id', '=', id).returning(['owner_id', 'reservation_id']).executeTakeFirst()

/** Returns the video that an interrupted run has made from an upload. */
export const findAdoptedVideo = (on: Executor, videoId: string) =>
  on.selectFrom('videos').select(['content_type', 'sha256', 'bytes']).where('id', '=', videoId).executeTakeFirst()

/** Returns the ids of complete uploads that have waited for their check since before a time, oldest first. */
export async function findStaleChecks(on: Executor, before: Date, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'checking')
    .where('arrived_at', '<', before)
    .orderBy('arrived_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those ids for which rows exist. */
export async function findKnownUploads(on: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await on.selectFrom('uploads').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the ids of expired uploads, oldest first; complete ones are excluded, because they are checked first. */
export async function findExpiredUploads(on: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<=', now)
    .where('state', '<>', 'checking')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Expires the uploads of a user, so that the next run of the job deletes them. */
export async function expireUploadsOf(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await tx.updateTable('uploads').set({ expires_at: now, file_name: '' }).where('owner_id', '=', ownerId).execute()
}
