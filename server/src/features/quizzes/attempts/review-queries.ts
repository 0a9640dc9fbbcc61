import type { MarkCause } from '@virtual-courses/contract'
import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, newestFirst, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { QuizMarkChangesTable } from '#db/schema.ts'
import type { AttemptRow } from './attempt-queries.ts'

export type StudentAttemptRow = AttemptRow & { student_name: string }

/** Returns a page of the attempts of students at a quiz, the newest first. */
export async function findAttemptsAt(
  on: Executor,
  lectureId: string,
  query: PageQuery,
): Promise<Page<StudentAttemptRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(newestFirst('quiz_attempts', 'began_at'), query)
  const { rows } = await sql<StudentAttemptRow & Keyed>`
    select quiz_attempts.*, users.name as student_name, ${key}
    from quiz_attempts join users on users.id = quiz_attempts.user_id
    where quiz_attempts.lecture_id = ${lectureId} and not quiz_attempts.is_preview and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** Returns an attempt of a student of the owner's course that is handed in. */
export async function findReviewed(
  on: Executor,
  attemptId: string,
  ownerId: string,
): Promise<StudentAttemptRow | undefined> {
  const { rows } = await sql<StudentAttemptRow>`
    select quiz_attempts.*, users.name as student_name
    from quiz_attempts join users on users.id = quiz_attempts.user_id
      join lectures on lectures.id = quiz_attempts.lecture_id join courses on courses.id = lectures.course_id
    where quiz_attempts.id = ${attemptId} and courses.creator_id = ${ownerId} and courses.removed_at is null
      and quiz_attempts.handed_in_at is not null and not quiz_attempts.is_preview`.execute(on)
  return rows[0]
}

export const findChanges = (on: Executor, attemptId: string) =>
  on
    .selectFrom('quiz_mark_changes')
    .select(['position', 'cause', 'from_marks', 'to_marks', 'reason', 'created_at'])
    .where('attempt_id', '=', attemptId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()

/** Sets the marks of an answer in the place of those of the key; null takes them back. */
export async function setMarks(
  tx: Tx,
  { attemptId, position, marks, reason }: { attemptId: string; position: number; marks: number | null; reason: string },
): Promise<void> {
  await tx
    .updateTable('quiz_answers')
    .set({ set_marks: marks, set_reason: marks === null ? null : reason })
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .execute()
}

export type NewChange = Insertable<QuizMarkChangesTable> & { cause: MarkCause }

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await tx.insertInto('quiz_mark_changes').values(change).execute()
}

export const countChanges = async (on: Executor, attemptId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quiz_mark_changes where attempt_id = ${attemptId}`.execute(on)
  return rows[0]?.count ?? 0
}

/** Returns ids of attempts that are handed in and have a form of a question, in their order after one of them. */
export async function findMarkedWith(
  on: Executor,
  { questionId, form, after, most }: { questionId: string; form: number; after: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select attempts.id from quiz_answers as answers join quiz_attempts as attempts on attempts.id = answers.attempt_id
    where answers.question_id = ${questionId} and answers.form = ${form} and attempts.handed_in_at is not null
      and attempts.id > ${after}
    order by attempts.id limit ${most}`.execute(on)
  return rows.map(({ id }) => id)
}
