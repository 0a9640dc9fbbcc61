import type { ImaginedStudent } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { areAttemptsUsed, attemptsAllowed, defaultRule, findRules, isEmptyQuiz } from '../lectures/index.ts'
import { type Closing, dayMs, decideClosed, type Entry, type Rule, type Student } from './rules.ts'

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

/**
 * Whether the row of `lectures` is open to a user whatever its rule says: they have opened it before (kept since it has a rule, seen from
 * what they did in it before that), or their educator has opened it to them.
 */
export const openedBy = (userId: string) =>
  sql<boolean>`(${sql.join(
    [
      sql`exists (select 1 from opened_lectures as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from early_openings as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from lecture_progress as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from quiz_attempts as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
      sql`exists (select 1 from answers as trace where trace.lecture_id = lectures.id and trace.student_id = ${userId})`,
      sql`exists (select 1 from notes as trace where trace.lecture_id = lectures.id and trace.course_id = lectures.course_id
      and trace.user_id = ${userId} and trace.deleted_at is null)`,
      sql`exists (select 1 from posts as trace where trace.lecture_id = lectures.id and trace.user_id = ${userId})`,
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

/** Opens lectures to a student before their time; those that were removed meanwhile are left out. */
export async function keepEarlyOpenings(
  tx: Tx,
  { userId, lectureIds, authorId, now }: { userId: string; lectureIds: readonly string[]; authorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into early_openings (user_id, lecture_id, author_id, opened_at)
    select ${userId}, lectures.id, ${authorId}, ${now}::timestamptz from lectures
    where lectures.id = any(${[...lectureIds]}::text[]) order by lectures.id for key share
    on conflict do nothing`.execute(tx)
}

/** What an educator opened to a student of a course before its time, the last first. */
export const findEarlyOpenings = (on: Executor, userId: string, courseId: string) =>
  on
    .selectFrom('early_openings')
    .innerJoin('lectures', 'lectures.id', 'early_openings.lecture_id')
    .select(['lectures.id', 'lectures.title', 'early_openings.opened_at'])
    .where('early_openings.user_id', '=', userId)
    .where('lectures.course_id', '=', courseId)
    .orderBy('early_openings.opened_at', 'desc')
    .orderBy('lectures.position')
    .execute()

type Row = Omit<Entry, 'own' | 'section' | 'stuck'> &
  RuleColumns & {
    /** of a quiz: attempts that the student has, beside those of all, and has used; null while one is open, and for other entries */
    used: number | null
    allowed: number | null
    extra: number | null
    /** the student's answer to an assignment waits for the educator */
    isWaiting: boolean
    courseId: string
    section_at: Date | null
    section_days: number | null
    section_order: boolean | null
    /** null where no user is named */
    enrolledAt: Date | null
    completedAt: Date | null
  }

/**
 * Entries of courses that have a rule, for an enrolled user; for one who has done nothing where none is named. The user's enrolments and the
 * courses with a rule are found first, each once: looked up at each entry, they cost as much as a course has students.
 */
async function findEntries(
  on: Executor,
  courseIds: readonly string[] | RawBuilder<unknown>,
  userId: string | null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with mine as materialized (
      select course_id, created_at from enrolments where user_id = ${userId}
    ), ruled as materialized (
      select asked.id, mine.created_at as enrolled_at
      from (select distinct unnest(${courseIds}::text[]) as id) as asked left join mine on mine.course_id = asked.id
      where (${userId}::text is null or mine.course_id is not null) and (
        exists (select 1 from lectures where lectures.course_id = asked.id and ${isRuled('lectures')})
        or exists (select 1 from course_sections where course_sections.course_id = asked.id and ${isRuled('course_sections')})
      )
    )
    select lectures.course_id as "courseId", lectures.id, lectures.title, lectures.kind, lectures.video_id as "videoId",
      lectures.section_id as "sectionId", lectures.is_preview_free as "isPreview",
      lectures.opens_at, lectures.opens_after_days, lectures.opens_in_order,
      sections.opens_at as section_at, sections.opens_after_days as section_days, sections.opens_in_order as section_order,
      ${userId === null ? sql`false` : openedBy(userId)} as "isOpened", progress.completed_at as "doneAt",
      ${isEmptyQuiz} as "isEmpty", quizzes.attempts_allowed as allowed, extras.attempts as extra, tries.used,
      coalesce(answers.state = 'handed-in', false) as "isWaiting",
      coalesce(quizzes.closes_at, case when assignments.late_rule = 'refused' then assignments.due_at end) as "overAt",
      ruled.enrolled_at as "enrolledAt", done.completed_at as "completedAt"
    from ruled join lectures on lectures.course_id = ruled.id
    left join course_sections as sections on sections.id = lectures.section_id
    left join quizzes on quizzes.lecture_id = lectures.id
    left join assignments on assignments.lecture_id = lectures.id
    left join quiz_extras as extras on extras.lecture_id = quizzes.lecture_id and extras.user_id = ${userId}
    left join answers on answers.lecture_id = assignments.lecture_id and answers.student_id = ${userId}
    left join lateral (
      select count(*)::int as used from quiz_attempts as attempts
      where attempts.lecture_id = quizzes.lecture_id and attempts.user_id = ${userId} having bool_and(attempts.handed_in_at is not null)
    ) as tries on true
    left join lecture_progress as progress on progress.lecture_id = lectures.id and progress.user_id = ${userId}
    left join course_completions as done on done.course_id = lectures.course_id and done.user_id = ${userId}
    order by lectures.course_id, lectures.position`.execute(on)
  return rows
}

function stuckAt({ used, allowed, extra, isWaiting }: Row): Entry['stuck'] {
  if (isWaiting) return 'waiting'
  const isUsed = used !== null && areAttemptsUsed(used, attemptsAllowed(allowed, { attempts: extra ?? 0 }))
  return isUsed ? 'used' : null
}

const entryOf = (row: Row): Entry => ({
  ...row,
  stuck: stuckAt(row),
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

/** The same for a student who enrolled so many days ago, and has done nothing, or all that is open to them. */
export const findClosedToImagined = async (
  on: Executor,
  courseId: string,
  { days, isDiligent }: ImaginedStudent,
  now: Date,
): Promise<Map<string, Closing>> => {
  const enrolledAt = new Date(now.getTime() - days * dayMs)
  return decideEach(on, await findEntries(on, [courseId], null), now, () => ({
    enrolledAt,
    completedAt: null,
    isDiligent,
  }))
}

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
