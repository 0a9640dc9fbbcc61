import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Rows in one statement: a long one would block everyone on the embedded database. */
const batchRows = 500

const about = (announcementId: string) =>
  sql`params ? 'announcementId' and params ->> 'announcementId' = ${announcementId}`

/** Deletes a batch of the notifications of an announcement. Returns their number. */
export async function deleteAboutAnnouncement(on: Executor, announcementId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (
      select id from notifications where ${about(announcementId)} limit ${sql.lit(batchRows)}
    )`.execute(on)
  return Number(numAffectedRows ?? 0)
}

/** Gives a batch of the notifications of an announcement its title. Returns their number. */
export async function retitleAboutAnnouncement(on: Executor, announcementId: string, title: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update notifications set params = params || jsonb_build_object('title', ${title}::text) where id in (
      select id from notifications where ${about(announcementId)} and params ->> 'title' <> ${title}
      limit ${sql.lit(batchRows)}
    )`.execute(on)
  return Number(numAffectedRows ?? 0)
}
