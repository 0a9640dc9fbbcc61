import { type DraftKind, maxDrafts, newSubject } from '@virtual-courses/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { DraftsTable } from '#db/schema.ts'

export type DraftRow = Selectable<DraftsTable>

/** What a draft is for. */
export type DraftKey = { kind: DraftKind; subject: string }

const ownCourse = (subject: string, ownerId: string) => sql`
  select 1 from courses where id = ${subject} and creator_id = ${ownerId} and removed_at is null`

/** Whether a form of this kind is the educator's own. */
const ownSubjects: Record<DraftKind, (subject: string, ownerId: string) => RawBuilder<unknown>> = {
  course: ownCourse,
  newLecture: ownCourse,
  bundle: (subject, ownerId) => sql`
    select 1 from bundles where id = ${subject} and educator_id = ${ownerId} and removed_at is null`,
  lecture: (subject, ownerId) => sql`
    select 1 from lectures join courses on courses.id = lectures.course_id
    where lectures.id = ${subject} and courses.creator_id = ${ownerId} and courses.removed_at is null`,
  reply: (subject, ownerId) => sql`
    select 1 from reviews join courses on courses.id = reviews.course_id
    where reviews.id = ${subject} and courses.creator_id = ${ownerId} and courses.removed_at is null`,
}

/** What an educator may create is theirs, too. */
const canBeNew = new Set<DraftKind>(['course', 'bundle'])

export async function isOwnSubject(on: Executor, { kind, subject }: DraftKey, ownerId: string): Promise<boolean> {
  if (subject === newSubject && canBeNew.has(kind)) return true
  const { rows } = await ownSubjects[kind](subject, ownerId).execute(on)
  return rows.length > 0
}

export const findDraft = (
  on: Executor,
  userId: string,
  { kind, subject }: DraftKey,
  since: Date,
): Promise<DraftRow | undefined> =>
  on
    .selectFrom('drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('stored_at', '>', since)
    .executeTakeFirst()

/** Until the transaction ends, others that store a draft of this account wait. */
export async function lockDrafts(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('drafts'), hashtext(${userId}))`.execute(tx)
}

/** Whether the account may keep this draft: it has it already, or fewer than the most. The caller holds the lock of its drafts. */
export async function hasRoom(tx: Tx, userId: string, { kind, subject }: DraftKey): Promise<boolean> {
  const { rows } = await sql<{ others: string }>`
    select count(*) as others from drafts
    where user_id = ${userId} and not (kind = ${kind} and subject = ${subject})`.execute(tx)
  return Number(rows[0]?.others ?? 0) < maxDrafts
}

export async function putDraft(tx: Tx, draft: DraftRow): Promise<void> {
  const { revision, version, typed, stored_at } = draft
  await tx
    .insertInto('drafts')
    .values(draft)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'subject']).doUpdateSet({ revision, version, typed, stored_at }),
    )
    .execute()
}

/** Deletes a draft; with `revision` only that one. Returns whether it was there. */
export async function deleteDraft(
  on: Executor,
  userId: string,
  { kind, subject, revision }: DraftKey & { revision: string | undefined },
): Promise<boolean> {
  let query = on
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
  if (revision !== undefined) query = query.where('revision', '=', revision)
  const { numDeletedRows } = await query.executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteDraftsOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('drafts').where('user_id', '=', userId).execute()
}

/** Deletes drafts that were stored before a time, at most so many. Returns how many. */
export async function deleteDraftsBefore(on: Executor, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from drafts where (user_id, kind, subject) in (
      select user_id, kind, subject from drafts where stored_at <= ${before}::timestamptz order by stored_at limit ${most}
    )`.execute(on)
  return Number(numAffectedRows ?? 0)
}
