import { type AgendaKind, mostDates } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

export type DateRow = {
  kind: Exclude<AgendaKind, 'opens'>
  at: Date
  is_live: boolean
  /** counts changes of a session's time; 0 for others */
  revision: number
  course_id: string
  course_title: string
  /** name of who teaches it */
  educator: string
  lecture_id: string
  lecture_title: string
}

/**
 * Returns dates between two times, in their order: sessions of courses that a user takes or teaches, those that run now first and those that
 * ended only where they are wanted; and of what they take, assignments to hand in and quizzes to pass.
 */
export async function findDates(
  on: Executor,
  userId: string,
  { from, until, limit = mostDates, ended = false }: { from: Date; until: Date; limit?: number; ended?: boolean },
): Promise<DateRow[]> {
  const { rows } = await sql<DateRow>`
    with taken as (
      select course_id as id from enrolments where user_id = ${userId}
    ), own as (
      select id from taken union select id from courses where creator_id = ${userId} and removed_at is null
    ), dates as (
      select 'session' as kind, live_start_time as at, live_state = 'live' as is_live, live_revision as revision,
        lectures.course_id, lectures.id as lecture_id, lectures.title as lecture_title
      from own join lectures on lectures.course_id = own.id
      where (live_state in ('scheduled', 'live') or (${ended} and live_state = 'ended')) and live_start_time is not null
      union all
      select 'due', due_at, false, 0, lectures.course_id, lectures.id, lectures.title
      from taken join lectures on lectures.course_id = taken.id join assignments on assignments.lecture_id = lectures.id
      where due_at is not null and not exists (
        select 1 from answers where answers.lecture_id = lectures.id and answers.student_id = ${userId}
          and answers.state in ('handed-in', 'accepted')
      )
      union all
      select 'closes', closes_at, false, 0, lectures.course_id, lectures.id, lectures.title
      from taken join lectures on lectures.course_id = taken.id join quizzes on quizzes.lecture_id = lectures.id
      where closes_at is not null and not exists (
        select 1 from quiz_attempts where quiz_attempts.lecture_id = lectures.id and quiz_attempts.user_id = ${userId}
          and quiz_attempts.passed
      )
    )
    select dates.*, courses.title as course_title, users.name as educator
    from dates join courses on courses.id = dates.course_id join users on users.id = courses.creator_id
    where dates.is_live or dates.at between ${from} and ${until}
    order by dates.is_live desc, dates.at, dates.lecture_id limit ${limit}`.execute(on)
  return rows
}

/** The courses that a user takes, as an array. */
export const takenBy = (userId: string) => sql`array(select course_id from enrolments where user_id = ${userId})`

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
