import type { AnswerFilter, AnswerState, LateRule } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import { type AnswerRow, isStillEnrolled } from './queries.ts'

/** The entry and the student of an answer to an own assignment, which is not removed and whose student is enrolled. */
export const findOwnersAnswer = (on: Executor, answerId: string, educatorId: string) =>
  on
    .selectFrom('answers')
    .innerJoin('lectures', 'lectures.id', 'answers.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .innerJoin('users', 'users.id', 'answers.student_id')
    .select([
      'answers.id',
      'answers.lecture_id',
      'answers.student_id',
      'answers.state',
      'answers.attempt',
      'users.name',
    ])
    .where('answers.id', '=', answerId)
    .where('answers.attempt', '>', 0)
    .where('courses.creator_id', '=', educatorId)
    .where('courses.removed_at', 'is', null)
    .where(isStillEnrolled)
    .executeTakeFirst()

export const lockAnswer = (tx: Tx, answerId: string): Promise<AnswerRow | undefined> =>
  tx.selectFrom('answers').selectAll().where('id', '=', answerId).forUpdate().executeTakeFirst()

const keys: Order['keys'] = [
  ['answers.handed_in_at', 'time'],
  ['answers.id', 'text'],
]
const longestFirst: Order = { direction: 'asc', keys }
const lastFirst: Order = { direction: 'desc', keys }

export type ListedRow = Keyed & {
  id: string
  student_id: string
  name: string
  lecture_id: string
  title: string
  course_id: string
  course_title: string
  state: AnswerState
  attempt: number
  handed_in_at: Date
  due_at: Date | null
  late_rule: LateRule
  late_percent: number
  late_days: number | null
  marks: number | null
  percent_off: number | null
  max_marks: number
}

const listed = sql.raw(`answers
  join assignments on assignments.lecture_id = answers.lecture_id
  join lectures on lectures.id = answers.lecture_id
  join courses on courses.id = lectures.course_id
  join users on users.id = answers.student_id
  join answer_attempts as last on last.answer_id = answers.id and last.number = answers.attempt`)

export type AnswerList = {
  educatorId: string
  state: AnswerFilter
  courseId?: string | undefined
  lectureId?: string | undefined
}

/** A page of the answers that were handed in to an educator's assignments. */
export async function findAnswers(on: Executor, list: AnswerList, page: PageQuery): Promise<Page<ListedRow>> {
  const { educatorId, state, courseId, lectureId } = list
  const { within, key, tail, pageOf } = keysetSql(state === 'waiting' ? longestFirst : lastFirst, page)
  const inState =
    state === 'all' ? sql`answers.attempt > 0` : sql`answers.attempt > 0 and answers.state = ${sql.lit(stateOf[state])}`
  const { rows } = await sql<ListedRow>`
    select answers.id, answers.student_id, users.name, answers.lecture_id, lectures.title, lectures.course_id,
      courses.title as course_title, answers.state, answers.attempt, answers.handed_in_at, assignments.due_at,
      assignments.late_rule, assignments.late_percent, last.late_days, last.marks, last.percent_off,
      coalesce(last.max_marks, assignments.max_marks) as max_marks, ${key}
    from ${listed}
    where answers.educator_id = ${educatorId} and ${inState} and courses.removed_at is null and ${isStillEnrolled}
      and ${courseId === undefined ? sql`true` : sql`lectures.course_id = ${courseId}`}
      and ${lectureId === undefined ? sql`true` : sql`answers.lecture_id = ${lectureId}`} and ${within}
    ${tail}`.execute(on)
  return pageOf(rows)
}

const stateOf = { waiting: 'handed-in', returned: 'returned', accepted: 'accepted' } as const

/** Counts the answers that wait for an educator, up to a number. */
export async function countWaiting(on: Executor, educatorId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from answers join lectures on lectures.id = answers.lecture_id join courses on courses.id = lectures.course_id
      where answers.educator_id = ${educatorId} and answers.state = 'handed-in' and courses.removed_at is null and ${isStillEnrolled}
      limit ${most}
    ) as counted`.execute(on)
  return rows[0]?.count ?? 0
}

/** The answer that waits the longest for an educator, besides one. */
export async function findNextWaiting(on: Executor, educatorId: string, besides: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select answers.id from answers join lectures on lectures.id = answers.lecture_id join courses on courses.id = lectures.course_id
    where answers.educator_id = ${educatorId} and answers.state = 'handed-in' and answers.id <> ${besides}
      and courses.removed_at is null and ${isStillEnrolled}
    order by answers.handed_in_at, answers.id limit 1`.execute(on)
  return rows[0]?.id ?? null
}

/** What notifications say of an answer as it is now; undefined when it is gone. */
export const findAnswerSubject = (on: Executor, answerId: string) =>
  on
    .selectFrom('answers')
    .innerJoin('lectures', 'lectures.id', 'answers.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .innerJoin('users', 'users.id', 'answers.student_id')
    .select([
      'answers.state',
      'answers.attempt',
      'answers.lecture_id',
      'answers.student_id',
      'lectures.course_id',
      'lectures.title',
      'courses.title as course_title',
      'courses.creator_id',
      'users.name',
    ])
    .where('answers.id', '=', answerId)
    .executeTakeFirst()
