import { sql } from 'kysely'
import type { Tx } from '#core/transact.ts'

/** What educators were told of his enrolments; see `keys.ts`. */
const enrolmentsOf = (userId: string) =>
  sql`starts_with(event_key, 'enrolment ') and right(event_key, ${userId.length + 1}::int) = ${` ${userId}`}`

/**
 * Deletes what a user was told, and takes his name out of what others were told about him: that he enrolled, and that he
 * reviewed. `name` stands in its place.
 */
export async function forgetReader(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
  const renamed = sql`params || jsonb_build_object('student', ${name}::text)`
  await sql`update notifications set params = ${renamed}
    where kind = 'student-enrolled' and ${enrolmentsOf(userId)}`.execute(tx)
  await sql`update notifications set params = ${renamed}
    where kind = 'course-reviewed' and event_key in (select 'review ' || id from reviews where user_id = ${userId})`.execute(
    tx,
  )
}
