import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { defaultRule, findRules } from '../lectures/index.ts'
import { type Closing, decideClosed, type Entry, type Rule, type Student } from './rules.ts'

type RuleColumns = { opens_at: Date | null; opens_after_days: number | null; opens_in_order: boolean }

export const ruleOf = (row: RuleColumns): Rule => ({
  opensAt: row.opens_at,
  afterDays: row.opens_after_days,
  inOrder: row.opens_in_order,
})

const columnsOf = ({ opensAt, afterDays, inOrder }: Rule): RuleColumns => ({
  opens_at: opensAt,
  opens_after_days: afterDays,
  opens_in_order: inOrder,
})

const isRuled = (table: string) =>
  sql.raw(`(${table}.opens_at is not null or ${table}.opens_after_days is not null or ${table}.opens_in_order)`)

/** Whether a rule of the row of `lectures`, or of its section, says when it opens. */
export const hasOpening = sql<boolean>`(${isRuled('lectures')} or exists (
  select 1 from course_sections where course_sections.id = lectures.section_id and ${isRuled('course_sections')}
))`

/** Whether a user has opened the row of `lectures` before: kept since it has a rule, seen from what they did in it before that. */
export const openedBy = (userId: string) =>
  sql<boolean>`(${sql.join(
    [
      sql`exists (select 1 from opened_lectures as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from lecture_progress as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from quiz_attempts as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from answers as trace where trace.lecture_id = lectures.id and trace.student_id = ${userId})`,
      sql`exists (select 1 from served_lectures as trace where trace.course_id = lectures.course_id and trace.lecture_id = lectures.id
      and trace.user_id = ${userId})`,
    ],
    sql` or `,
  )})`

/**
 * Keeps that a user has opened a lecture, unless it or they are being deleted: both are locked, so that no foreign key fails in the
 * caller's transaction, without waiting, so that it is part of no deadlock.
 */
export async function keepOpened(
  on: Executor,
  { userId, lectureId, now }: { userId: string; lectureId: string; now: Date },
): Promise<void> {
  await sql`
    insert into opened_lectures (user_id, lecture_id, opened_at)
    select users.id, lectures.id, ${now}::timestamptz from lectures, users
    where lectures.id = ${lectureId} and users.id = ${userId} for key share skip locked
    on conflict do nothing`.execute(on)
}

/** The courses of which an entry or a section has a rule. */
const ruledCourses = sql`(
  select course_id from lectures where ${isRuled('lectures')}
  union all select course_id from course_sections where ${isRuled('course_sections')}
)`

type Row = Omit<Entry, 'own' | 'section'> &
  RuleColumns & {
    courseId: string
    section_at: Date | null
    section_days: number | null
    section_order: boolean | null
    /** null where no user is named */
    enrolledAt: Date | null
    completedAt: Date | null
  }

/** Entries of courses that have a rule, for an enrolled user; for one who has done nothing where none is named. */
async function findEntries(
  on: Executor,
  courseIds: readonly string[] | RawBuilder<unknown>,
  userId: string | null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select lectures.course_id as "courseId", lectures.id, lectures.title, lectures.kind, lectures.video_id as "videoId",
      lectures.section_id as "sectionId", lectures.is_preview_free as "isPreview",
      lectures.opens_at, lectures.opens_after_days, lectures.opens_in_order,
      sections.opens_at as section_at, sections.opens_after_days as section_days, sections.opens_in_order as section_order,
      ${userId === null ? sql`false` : openedBy(userId)} as "isOpened", progress.completed_at as "doneAt",
      coalesce(quizzes.closes_at, case when assignments.late_rule = 'refused' then assignments.due_at end) as "overAt",
      enrolments.created_at as "enrolledAt", done.completed_at as "completedAt"
    from lectures
    left join course_sections as sections on sections.id = lectures.section_id
    left join quizzes on quizzes.lecture_id = lectures.id
    left join assignments on assignments.lecture_id = lectures.id
    left join enrolments on enrolments.course_id = lectures.course_id and enrolments.user_id = ${userId}
    left join lecture_progress as progress on progress.lecture_id = lectures.id and progress.user_id = ${userId}
    left join course_completions as done on done.course_id = lectures.course_id and done.user_id = ${userId}
    where lectures.course_id = any(${courseIds}) and lectures.course_id in ${ruledCourses}
      and (${userId}::text is null or enrolments.user_id is not null)
    order by lectures.course_id, lectures.position`.execute(on)
  return rows
}

const entryOf = (row: Row): Entry => ({
  ...row,
  own: ruleOf(row),
  section: { opensAt: row.section_at, afterDays: row.section_days, inOrder: row.section_order ?? false },
})

async function decideEach(
  on: Executor,
  rows: readonly Row[],
  now: Date,
  studentOf: (row: Row) => Student | null,
): Promise<Map<string, Closing>> {
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  if (byCourse.size === 0) return new Map()
  const rules = await findRules(on, [...byCourse.keys()])
  const closed = new Map<string, Closing>()
  for (const [courseId, own] of byCourse) {
    const [first] = own
    const student = first && studentOf(first)
    if (!student) continue
    for (const [id, closing] of decideClosed(own.map(entryOf), student, rules.get(courseId) ?? defaultRule, now))
      closed.set(id, closing)
  }
  return closed
}

/**
 * Returns what is closed to an enrolled user now, by the ids of the entries. Of courses without rules it reads nothing more; a free preview is
 * open to everyone, and who looks after a course is not asked for here.
 */
export const findClosed = async (
  on: Executor,
  userId: string,
  courseIds: readonly string[] | RawBuilder<unknown>,
  now: Date,
): Promise<Map<string, Closing>> =>
  decideEach(on, await findEntries(on, courseIds, userId), now, ({ enrolledAt, completedAt }) =>
    enrolledAt ? { enrolledAt, completedAt } : null,
  )

/** The same for a student who enrolled at a time and has done nothing. */
export const findClosedSince = async (
  on: Executor,
  courseId: string,
  enrolledAt: Date,
  now: Date,
): Promise<Map<string, Closing>> =>
  decideEach(on, await findEntries(on, [courseId], null), now, () => ({ enrolledAt, completedAt: null }))

/** The rules of an own course's sections, or of its entries, in their order. */
export const findOpenings = (on: Executor, table: 'course_sections' | 'lectures', courseId: string) =>
  on
    .selectFrom(table)
    .select(['id', 'opens_at', 'opens_after_days', 'opens_in_order'])
    .where('course_id', '=', courseId)
    .where(sql<boolean>`${isRuled(table)}`)
    .orderBy('position')
    .execute()

/** The rule of a section or an entry of an own course that is not removed, with its course. */
export const findOwnOpening = (on: Executor, table: 'course_sections' | 'lectures', id: string, ownerId: string) =>
  on
    .selectFrom(table)
    .innerJoin('courses', 'courses.id', `${table}.course_id`)
    .select(['course_id', 'opens_at', 'opens_after_days', 'opens_in_order'])
    .where(`${table}.id`, '=', id)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()

export async function saveOpening(
  tx: Tx,
  table: 'course_sections' | 'lectures',
  id: string,
  rule: Rule,
): Promise<void> {
  await tx.updateTable(table).set(columnsOf(rule)).where('id', '=', id).execute()
}
