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
  const rename = (verb: string) => sql`${name} || substr(message, strpos(message, ${verb}))`
  await sql`update notifications set message = ${rename(' enrolled in ')}
    where ${enrolmentsOf(userId)} and strpos(message, ' enrolled in ') > 0`.execute(tx)
  await sql`update notifications set message = ${rename(' reviewed ')}
    where event_key in (select 'review ' || id from reviews where user_id = ${userId})
      and strpos(message, ' reviewed ') > 0`.execute(tx)
}
