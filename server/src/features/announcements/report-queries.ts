import type { ReportReason } from '@virtual-courses/contract'
import { type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { AnnouncementsTable } from '#db/schema.ts'

type AnnouncementRow = Selectable<AnnouncementsTable>

/** Whether a user has reported the announcement, and it was not edited since an admin kept it. */
export const reportedBy = (userId: string) => sql<boolean>`exists (
    select 1 from announcement_reports as report
    where report.announcement_id = announcements.id and report.user_id = ${userId}
      and (report.closed_at is null or announcements.edited_at is null or report.closed_at >= announcements.edited_at)
  )`

/** Stores a report of a locked announcement, or opens the user's closed one again if it was edited since. */
export async function storeReport(
  tx: Tx,
  { id, edited_at }: Pick<AnnouncementRow, 'id' | 'edited_at'>,
  { userId, reason, note, now }: { userId: string; reason: ReportReason; note: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    insert into announcement_reports (announcement_id, user_id, reason, note, created_at)
    values (${id}, ${userId}, ${reason}, ${note}, ${now})
    on conflict (announcement_id, user_id) do update set reason = excluded.reason, note = excluded.note,
      created_at = excluded.created_at, closed_at = null
    where announcement_reports.closed_at < ${edited_at}::timestamptz
    returning 1`.execute(tx)
  if (rows.length === 0) return
  await tx
    .updateTable('announcements')
    .set((expression) => ({ open_reports: expression('open_reports', '+', 1), reported_at: now }))
    .where('id', '=', id)
    .execute()
}

/** Closes the open reports of a locked announcement. Returns their number. */
export async function endReports(tx: Tx, id: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('announcement_reports')
    .set({ closed_at: now })
    .where('announcement_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  await tx.updateTable('announcements').set({ open_reports: 0 }).where('id', '=', id).execute()
  return Number(numUpdatedRows)
}

/** The id and title of the course of an announcement. */
export const findCourseOf = (on: Executor, { course_id }: Pick<AnnouncementRow, 'course_id'>) =>
  on.selectFrom('courses').select(['id', 'title']).where('id', '=', course_id).executeTakeFirstOrThrow()

/** Deletes the reports that a user made. An announcement that no one else reported is no longer a reported one. */
export async function deleteAnnouncementReportsOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    select 1 from announcements
    where id in (select announcement_id from announcement_reports where user_id = ${userId})
    order by id for no key update`.execute(tx)
  await sql`
    with gone as (delete from announcement_reports where user_id = ${userId} returning announcement_id, closed_at)
    update announcements set open_reports = open_reports - (case when gone.closed_at is null then 1 else 0 end),
      reported_at = case when exists (
        select 1 from announcement_reports as other
        where other.announcement_id = announcements.id and other.user_id <> ${userId}
      ) then reported_at end
    from gone where gone.announcement_id = announcements.id`.execute(tx)
}
