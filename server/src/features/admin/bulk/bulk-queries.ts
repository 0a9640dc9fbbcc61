import {
  type AuditAction,
  type BulkAct,
  type BulkList,
  bulkActs,
  bulkLists,
  type UndoOutcome,
} from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { BulkActsTable, BulkRowsTable } from '#db/schema.ts'
import { isActiveAdmin } from '../rules.ts'

export type BulkActRow = Selectable<BulkActsTable>
type BulkRow = Selectable<BulkRowsTable>

/** Keeps a new act. Returns the one that the admin has begun under the same key: this one, or an earlier one. */
export async function beginAct(on: Executor, act: Insertable<BulkActsTable>): Promise<BulkActRow> {
  await on
    .insertInto('bulk_acts')
    .values(act)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return on
    .selectFrom('bulk_acts')
    .selectAll()
    .where('admin_id', '=', act.admin_id)
    .where('key', '=', act.key)
    .executeTakeFirstOrThrow()
}

/**
 * The act, locked: its rows are changed and undone one after the other, by all who ask. Undefined where it is gone or its admin may act no
 * more.
 */
export async function lockAct(tx: Tx, id: string): Promise<BulkActRow | undefined> {
  const act = await tx.selectFrom('bulk_acts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const admin =
    act &&
    (await tx
      .selectFrom('users')
      .select(['role', 'suspended_at', 'deleted_at'])
      .where('id', '=', act.admin_id)
      .executeTakeFirst())
  return admin && isActiveAdmin(admin) ? act : undefined
}

export const findRow = (on: Executor, actId: string, subjectId: string): Promise<BulkRow | undefined> =>
  on
    .selectFrom('bulk_rows')
    .selectAll()
    .where('act_id', '=', actId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()

export async function insertRow(
  tx: Tx,
  { before, ...row }: Omit<Insertable<BulkRowsTable>, 'before'> & { before: unknown },
) {
  await tx
    .insertInto('bulk_rows')
    .values({ ...row, before: JSON.stringify(before) })
    .execute()
}

export async function findSubjects(on: Executor, actId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('bulk_rows')
    .select('subject_id')
    .where('act_id', '=', actId)
    .orderBy('subject_id')
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

export async function setOutcome(tx: Tx, { act_id, subject_id }: BulkRow, outcome: UndoOutcome): Promise<void> {
  await tx
    .updateTable('bulk_rows')
    .set({ undo_outcome: outcome })
    .where('act_id', '=', act_id)
    .where('subject_id', '=', subject_id)
    .execute()
}

/** Ends an own act that began after a time, so that it changes no further row. Returns it; undefined where there is none. */
export const endAct = (
  on: Executor,
  { id, adminId, since, now }: { id: string; adminId: string; since: Date; now: Date },
): Promise<BulkActRow | undefined> =>
  on
    .updateTable('bulk_acts')
    .set((expression) => ({ undone_at: expression.fn.coalesce('undone_at', sql.val(now)) }))
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .where('created_at', '>', since)
    .returningAll()
    .executeTakeFirst()

/** Whether an admin has begun such an act. */
export async function isOwnAct(on: Executor, id: string, adminId: string): Promise<boolean> {
  const row = await on
    .selectFrom('bulk_acts')
    .select('id')
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Number of entries of the audit log about a subject with these actions. The log only grows, so the number tells whether someone acted on the
 * subject since, whatever the clocks of the processes say.
 */
export async function countActs(tx: Tx, subjectId: string, actions: readonly AuditAction[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where subject_id = ${subjectId} and action = any(${[...actions]}::text[])`.execute(tx)
  return rows[0]?.count ?? 0
}

const named = {
  users: sql`select users.id, users.name from users where deleted_at is null`,
  courses: sql`select courses.id, courses.title as name from courses where removed_at is null`,
  reviews: sql`select reviews.id, users.name from reviews join users on users.id = reviews.user_id`,
} as const

/** The names of rows by their ids: of accounts and courses, and of the authors of reviews, removed ones too. */
export async function findNames(
  on: Executor,
  { actId, act, ids }: { actId: string; act: BulkAct; ids: readonly string[] },
): Promise<Map<string, string>> {
  const list = bulkLists.find((one) => (bulkActs[one] as readonly BulkAct[]).includes(act)) ?? 'users' // the acts of a list are acts
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (${named[list]}) as named where id = any(${[...ids]}::text[])
    union
    select bulk_rows.subject_id, users.name from bulk_rows
    join users on users.id = bulk_rows.before -> 'review' ->> 'user_id'
    where bulk_rows.act_id = ${actId} and bulk_rows.subject_id = any(${[...ids]}::text[])`.execute(on)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type LastAct = { id: string; act: BulkAct; created_at: Date; count: number }

/** The last act of an admin on a list since a time, and how many of its rows may be undone. */
export async function findLast(
  on: Executor,
  { adminId, list, since }: { adminId: string; list: BulkList; since: Date },
): Promise<LastAct | undefined> {
  const { rows } = await sql<LastAct>`
    select acts.id, acts.act, acts.created_at, (
      select count(*)::int from bulk_rows where act_id = acts.id and undo_outcome is null
    ) as count
    from bulk_acts as acts
    where acts.admin_id = ${adminId} and acts.act = any(${[...bulkActs[list]]}::text[])
      and acts.created_at > ${since}::timestamptz and exists (select 1 from bulk_rows where act_id = acts.id)
    order by acts.created_at desc, acts.id desc limit 1`.execute(on)
  return rows[0]
}

/** Deletes acts that began before a time. */
export async function deleteActsBefore(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('bulk_acts').where('created_at', '<', before).execute()
}
