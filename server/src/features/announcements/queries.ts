import { announcementsInWeek } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { AnnouncementsTable } from '#db/schema.ts'
import { reportedBy } from './report-queries.ts'

export type AnnouncementRow = Selectable<AnnouncementsTable>

/** An announcement, and whether its reader may report it. */
export type ShownAnnouncement = AnnouncementRow & { can_report: boolean }

/** Returns a page of the announcements of a course, newest first. */
export async function findAnnouncements(
  on: Executor,
  courseId: string,
  viewerId: string,
  page: PageQuery,
): Promise<Page<ShownAnnouncement>> {
  const { within, key, tail, pageOf } = keysetSql(newestFirst('announcements'), page)
  const { rows } = await sql<ShownAnnouncement & Keyed>`
    select announcements.*, not ${reportedBy(viewerId)} as can_report, ${key} from announcements
    where course_id = ${courseId} and deleted_at is null and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export const findAnnouncement = (on: Executor, id: string, viewerId: string): Promise<ShownAnnouncement | undefined> =>
  on
    .selectFrom('announcements')
    .selectAll()
    .select(sql<boolean>`not ${reportedBy(viewerId)}`.as('can_report'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** When the newest announcements to a course were sent, deleted ones too. */
export async function findNewestTimes(on: Executor, courseId: string): Promise<Date[]> {
  const rows = await on
    .selectFrom('announcements')
    .select('created_at')
    .where('course_id', '=', courseId)
    .orderBy('created_at', 'desc')
    .limit(announcementsInWeek)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** The number of students who were enrolled in a course at a time. */
export async function countStudents(on: Executor, courseId: string, at: Date): Promise<number> {
  const { count } = await on
    .selectFrom('enrolments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('course_id', '=', courseId)
    .where('created_at', '<=', at)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Locks an educator's account, then their own course, so that its announcements are sent one after the other. Returns false where it is not
 * theirs.
 */
export async function lockOwnCourse(tx: Tx, courseId: string, educatorId: string): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', educatorId).forKeyShare().execute()
  const row = await tx
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('creator_id', '=', educatorId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export const findByKey = (on: Executor, courseId: string, key: string): Promise<AnnouncementRow | undefined> =>
  on
    .selectFrom('announcements')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('request_key', '=', key)
    .executeTakeFirst()

/** Returns an announcement that is not deleted, locked; with an educator, only one to a course of theirs. */
export async function lockAnnouncement(tx: Tx, id: string, educatorId?: string): Promise<AnnouncementRow | undefined> {
  const own = sql`exists (
    select 1 from courses where courses.id = announcements.course_id and courses.creator_id = ${educatorId}
      and courses.removed_at is null
  )`
  const { rows } = await sql<AnnouncementRow>`
    select announcements.* from announcements
    where id = ${id} and deleted_at is null and ${educatorId === undefined ? sql`true` : own}
    for no key update`.execute(tx)
  return rows[0]
}

export const insertAnnouncement = (tx: Tx, row: Insertable<AnnouncementsTable>): Promise<AnnouncementRow> =>
  tx.insertInto('announcements').values(row).returningAll().executeTakeFirstOrThrow()

export const changeAnnouncement = (
  tx: Tx,
  id: string,
  changes: Partial<Pick<AnnouncementRow, 'title' | 'text' | 'edited_at' | 'deleted_at'>>,
): Promise<AnnouncementRow> =>
  tx.updateTable('announcements').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
