import type { MarkedKind, MarkState } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import { likeText } from '../courses/index.ts'

export type MarkedRow = { id: string; title: string; kind: MarkedKind }

/** Returns the title of a course that is not removed, for its creator or with `studentId` for someone who is enrolled. */
export async function findCourse(
  on: Executor,
  courseId: string,
  who: { ownerId: string } | { studentId: string },
): Promise<string | undefined> {
  const allowed =
    'ownerId' in who
      ? sql`courses.creator_id = ${who.ownerId} and courses.removed_at is null`
      : sql`exists (select 1 from enrolments where course_id = courses.id and user_id = ${who.studentId})`
  const { rows } = await sql<{ title: string }>`
    select title from courses where id = ${courseId} and ${allowed}`.execute(on)
  return rows[0]?.title
}

/** Returns the entries of a course that give marks, in the order of its curriculum. */
export async function findEntries(on: Executor, courseId: string): Promise<MarkedRow[]> {
  const { rows } = await sql<MarkedRow>`
    select id, title, kind from lectures where course_id = ${courseId} and kind in ('quiz', 'assignment')
    order by position, id`.execute(on)
  return rows
}

const byName: Order = {
  direction: 'asc',
  keys: [
    ['lower(users.name)', 'text'],
    ['users.id', 'text'],
  ],
}

type StudentQuery = PageQuery & { text?: string | undefined }
export type StudentRow = { id: string; name: string; completed_at: Date | null }

/** Returns a page of the students of a course by name, and when they completed it. */
export async function findStudents(
  on: Executor,
  courseId: string,
  query: StudentQuery,
): Promise<Page<StudentRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(byName, query)
  const named = query.text ? sql`users.name ilike ${likeText(query.text)}` : sql`true`
  const { rows } = await sql<StudentRow & Keyed>`
    select users.id, users.name, done.completed_at, ${key} from enrolments join users on users.id = enrolments.user_id
      left join course_completions as done on done.user_id = enrolments.user_id and done.course_id = enrolments.course_id
    where enrolments.course_id = ${courseId} and ${named} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns how many students of a course have a name with this text. */
export async function countStudents(on: Executor, courseId: string, text: string | undefined): Promise<number> {
  const named = text ? sql`users.name ilike ${likeText(text)}` : sql`true`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from enrolments join users on users.id = enrolments.user_id
    where enrolments.course_id = ${courseId} and ${named}`.execute(on)
  return rows[0]?.count ?? 0
}

export type MarkRow = {
  user_id: string
  lecture_id: string
  state: MarkState
  /** hundredths of a point */
  marks: number | null
  max_marks: number | null
  attempts: number
  /** attempts of all at a quiz, and of this student beside them */
  allowed: number | null
  extra: number | null
}

export type SetRow = {
  id: string
  user_id: string
  lecture_id: string
  /** hundredths of a point */
  marks: number
  max_marks: number
  reason: string
  created_at: Date
  /** of a quiz */
  pass_percent: number | null
}

/** Returns the marks of students in entries that educators have set, which stand in the place of others. */
export async function findSetMarks(
  on: Executor,
  lectureIds: readonly string[],
  userIds: readonly string[],
): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`
    select corrections.id, corrections.user_id, corrections.lecture_id, corrections.marks, corrections.max_marks, corrections.reason,
      corrections.created_at, quizzes.pass_percent
    from mark_corrections as corrections left join quizzes on quizzes.lecture_id = corrections.lecture_id
    where corrections.lecture_id = any(${[...lectureIds]}::text[]) and corrections.user_id = any(${[...userIds]}::text[])
      and corrections.stands`.execute(on)
  return rows
}

/**
 * Returns what students have reached themselves in entries of a course: of a quiz the best attempt, of an assignment the last marks. Both read by the unique
 * index of entry and student.
 */
export async function findMarks(
  on: Executor,
  lectureIds: readonly string[],
  userIds: readonly string[],
): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select best.*, quizzes.attempts_allowed as allowed, extras.attempts as extra from unnest(${[...lectureIds]}::text[]) as entry (id) cross join lateral (
      select distinct on (user_id) user_id, lecture_id,
        case when handed_in_at is null then 'open' when passed then 'done' else 'failed' end as state,
        marks, case when handed_in_at is not null then max_marks end as max_marks,
        count(*) over (partition by user_id)::int as attempts
      from quiz_attempts
      where lecture_id = entry.id and user_id = any(${[...userIds]}::text[]) and not is_preview
      order by user_id, (handed_in_at is null), passed desc, marks::float8 / nullif(max_marks, 0) desc nulls last, number
    ) as best
    join quizzes on quizzes.lecture_id = best.lecture_id
    left join quiz_extras as extras on extras.lecture_id = best.lecture_id and extras.user_id = best.user_id
    union all
    select answers.student_id, answers.lecture_id,
      case answers.state when 'draft' then 'open' when 'handed-in' then 'waiting' when 'returned' then 'returned' else 'done' end,
      marked.marks * (100 - coalesce(marked.percent_off, 0)), 100 * marked.max_marks, answers.attempt, null, null
    from answers left join lateral (
      select marks, max_marks, percent_off from answer_attempts
      where answer_id = answers.id and marks is not null order by number desc limit 1
    ) as marked on true
    where answers.lecture_id = any(${[...lectureIds]}::text[]) and answers.student_id = any(${[...userIds]}::text[])`.execute(
    on,
  )
  return rows
}
