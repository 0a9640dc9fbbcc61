import { type AgendaKind, mostDates } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

export type DateRow = {
  kind: AgendaKind
  at: Date
  is_live: boolean
  /** counts changes of the date */
  revision: number
  course_id: string
  course_title: string
  /** name of who teaches it */
  educator: string
  lecture_id: string
  lecture_title: string
}

/** Returns the dates of the courses that a user takes or teaches, between two times and in their order; sessions that run now are first, those that ended only where they are wanted. */
export async function findDates(
  on: Executor,
  userId: string,
  { from, until, limit = mostDates, ended = false }: { from: Date; until: Date; limit?: number; ended?: boolean },
): Promise<DateRow[]> {
  const { rows } = await sql<DateRow>`
    with own as (
      select courses.id, courses.title, courses.creator_id from enrolments join courses on courses.id = enrolments.course_id
        where enrolments.user_id = ${userId}
      union
      select id, title, creator_id from courses where creator_id = ${userId} and removed_at is null
    )
    select 'session' as kind, live_start_time as at, live_state = 'live' as is_live, live_revision as revision,
      own.id as course_id, own.title as course_title, users.name as educator, lectures.id as lecture_id, lectures.title as lecture_title
    from own join lectures on lectures.course_id = own.id join users on users.id = own.creator_id
    where (live_state in ('scheduled', 'live') or (${ended} and live_state = 'ended')) and live_start_time is not null
      and (live_state = 'live' or live_start_time between ${from} and ${until})
    order by is_live desc, at, lecture_id limit ${limit}`.execute(on)
  return rows
}

/** Titles and kinds of lectures, with their courses'. */
export const findEntries = (on: Executor, lectureIds: readonly string[]) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'lectures.id as lecture_id',
      'lectures.title as lecture_title',
      'lectures.kind',
      'courses.id as course_id',
      'courses.title as course_title',
    ])
    .where('lectures.id', '=', sql<string>`any(${lectureIds})`)
    .execute()

/** Returns the id of a user's calendar address; undefined without one. */
export const findAddress = (on: Executor, userId: string): Promise<{ id: string } | undefined> =>
  on.selectFrom('calendar_addresses').select('id').where('user_id', '=', userId).executeTakeFirst()

export async function replaceAddress(
  on: Executor,
  address: { user_id: string; id: string; created_at: Date },
): Promise<void> {
  await on
    .insertInto('calendar_addresses')
    .values(address)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ id: address.id, created_at: address.created_at }),
    )
    .execute()
}

export async function deleteAddressOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('calendar_addresses').where('user_id', '=', userId).execute()
}

/** Returns the user of a calendar address, unless their account is blocked or deleted. */
export const findReader = (on: Executor, addressId: string) =>
  on
    .selectFrom('calendar_addresses')
    .innerJoin('users', 'users.id', 'calendar_addresses.user_id')
    .select(['users.id', 'users.language'])
    .where('calendar_addresses.id', '=', addressId)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst()
