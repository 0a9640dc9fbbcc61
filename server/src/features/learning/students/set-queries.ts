import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'

/** Marks of a student at an entry, in hundredths, that an educator sets; null takes them back. */
export type SetMark = {
  userId: string
  lectureId: string
  from: number | null
  marks: number | null
  maxMarks: number
  /** whether the entry is ticked then; null leaves it as it is */
  done: boolean | null
}

const pairsOf = (changes: readonly Pick<SetMark, 'userId' | 'lectureId'>[]) =>
  sql`unnest(${changes.map(({ userId }) => userId)}::text[], ${changes.map(({ lectureId }) => lectureId)}::text[])`

/** Keeps lectures from being deleted until the transaction ends. */
export async function keepLectures(tx: Tx, lectureIds: readonly string[]): Promise<void> {
  await sql`select from lectures where id = any(${[...lectureIds]}::text[]) order by id for key share`.execute(tx)
}

/** Locks the enrolments of students in a course, as `lockEnrolment` does one. */
export async function lockEnrolments(tx: Tx, courseId: string, userIds: readonly string[]): Promise<void> {
  await sql`
    select from enrolments where course_id = ${courseId} and user_id = any(${[...userIds]}::text[])
    order by user_id for no key update`.execute(tx)
}

/** Ticks and unticks entries. Returns those that have changed, by student and entry, and whether they are ticked now. */
export async function putTicks(tx: Tx, changes: readonly SetMark[], now: Date): Promise<Map<string, boolean>> {
  const of = (done: boolean) => pairsOf(changes.filter((change) => change.done === done))
  const { rows } = await sql<{ user_id: string; lecture_id: string; done: boolean }>`
    with ticked as (
      insert into lecture_progress as old (user_id, lecture_id, seconds, completed_at, updated_at)
      select wanted.user_id, wanted.lecture_id, 0, ${now}::timestamptz, ${now}::timestamptz
      from ${of(true)} as wanted (user_id, lecture_id) order by 1, 2
      on conflict (user_id, lecture_id) do update
        set completed_at = excluded.completed_at, updated_at = greatest(old.updated_at, excluded.updated_at)
        where old.completed_at is null
      returning user_id, lecture_id
    ), unticked as (
      update lecture_progress as progress set completed_at = null, updated_at = ${now}::timestamptz
      from ${of(false)} as wanted (user_id, lecture_id)
      where progress.user_id = wanted.user_id and progress.lecture_id = wanted.lecture_id and progress.completed_at is not null
      returning progress.user_id, progress.lecture_id
    )
    select user_id, lecture_id, true as done from ticked union all select user_id, lecture_id, false from unticked`.execute(
    tx,
  )
  return new Map(rows.map(({ user_id: userId, lecture_id: lectureId, done }) => [`${userId} ${lectureId}`, done]))
}

/** Ends the marks that were set before in these places. */
export async function endSetMarks(tx: Tx, changes: readonly SetMark[]): Promise<void> {
  await sql`
    update mark_corrections as corrections set stands = false
    from ${pairsOf(changes)} as wanted (user_id, lecture_id)
    where corrections.lecture_id = wanted.lecture_id and corrections.user_id = wanted.user_id and corrections.stands`.execute(
    tx,
  )
}

type NewRow = SetMark & { id: string; ticked: boolean | null }

export async function insertCorrections(
  tx: Tx,
  {
    courseId,
    authorId,
    reason,
    batch,
    now,
  }: { courseId: string; authorId: string; reason: string; batch: string; now: Date },
  rows: readonly NewRow[],
): Promise<void> {
  const [ids, users, lectures] = [
    rows.map(({ id }) => id),
    rows.map(({ userId }) => userId),
    rows.map(({ lectureId }) => lectureId),
  ]
  const [from, marks, most] = [
    rows.map((row) => row.from),
    rows.map((row) => row.marks),
    rows.map(({ maxMarks }) => maxMarks),
  ]
  const done = rows.map(({ ticked }) => ticked)
  await sql`
    insert into mark_corrections (id, user_id, course_id, lecture_id, author_id, done, reason, created_at, of_marks, from_marks, marks,
      max_marks, stands, batch)
    select row.id, row.user_id, ${courseId}, row.lecture_id, ${authorId}, row.done, ${reason}, ${now}::timestamptz, true, row.from_marks,
      row.marks, row.max_marks, row.marks is not null, ${batch}
    from unnest(${ids}::text[], ${users}::text[], ${lectures}::text[], ${done}::boolean[], ${from}::int[], ${marks}::int[], ${most}::int[])
      as row (id, user_id, lecture_id, done, from_marks, marks, max_marks)`.execute(tx)
}

/** Returns the most corrections that one of these students has in a course. */
export async function mostCorrected(on: Executor, courseId: string, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(counted.count), 0)::int as most from (
      select count(*) as count from mark_corrections
      where user_id = any(${[...userIds]}::text[]) and course_id = ${courseId} group by user_id
    ) as counted`.execute(on)
  return rows[0]?.most ?? 0
}

type BatchRow = {
  user_id: string
  course_id: string
  course: string
  lecture: string
  count: number
  marks: number | null
  reason: string
}

/** What notifications say of marks that were set together: for each student one of their entries, and how many there are. */
export async function findBatch(on: Executor, batch: string): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select corrections.user_id, corrections.course_id, courses.title as course, min(lectures.title) as lecture, count(*)::int as count,
      min(corrections.marks) as marks, min(corrections.reason) as reason
    from mark_corrections as corrections join lectures on lectures.id = corrections.lecture_id
      join courses on courses.id = corrections.course_id
    where corrections.batch = ${batch} group by corrections.user_id, corrections.course_id, courses.title
    order by corrections.user_id`.execute(on)
  return rows
}
