import type { HandedInWay, Question } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { QuizAttemptsTable } from '#db/schema.ts'
import { lockToRead } from '../bank/queries.ts'
import type { KeptAnswer } from '../scoring.ts'

export type AttemptRow = Selectable<QuizAttemptsTable>

/** A question of an attempt in the form that it has there, and what was answered. */
export type AnswerRow = {
  position: number
  question_id: string
  form: number
  content: Question
  answer: KeptAnswer | null
  revision: number
  marks: number | null
  set_marks: number | null
  set_reason: string | null
}

/**
 * Locks the account until the transaction ends: its attempts begin one at a time, and none once it is deleted. Returns false for an
 * account that is.
 */
export async function lockStudent(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and deleted_at is null for no key update`.execute(tx)
  return rows.length > 0
}

/** Returns a user's own attempt. */
export const findAttempt = (on: Executor, id: string, userId: string): Promise<AttemptRow | undefined> =>
  on.selectFrom('quiz_attempts').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

/** Locks an attempt until the transaction ends: what changes it waits. */
export const lockAttempt = (tx: Tx, id: string): Promise<AttemptRow | undefined> =>
  tx.selectFrom('quiz_attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Locks an attempt that may be marked until the transaction ends. Locks are taken in the order of those who delete accounts, courses and
 * entries, against deadlocks: the account, the course and its keys, the attempt.
 */
export async function lockToMark(tx: Tx, id: string): Promise<AttemptRow | undefined> {
  const { rows } = await sql<{ user_id: string; course_id: string }>`
    select user_id, course_id from quiz_attempts join lectures on lectures.id = quiz_attempts.lecture_id
    where quiz_attempts.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  await sql`select 1 from users where id = ${found.user_id} for key share`.execute(tx)
  await lockToRead(tx, found.course_id)
  return lockAttempt(tx, id)
}

/** Returns a user's attempts at a quiz, the newest first. */
export const findAttempts = (on: Executor, lectureId: string, userId: string): Promise<AttemptRow[]> =>
  on
    .selectFrom('quiz_attempts')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .orderBy('number', 'desc')
    .execute()

/** Returns the course of a quiz. */
export async function findCourseOfQuiz(on: Executor, lectureId: string): Promise<string> {
  const row = await on.selectFrom('lectures').select('course_id').where('id', '=', lectureId).executeTakeFirst()
  return row?.course_id ?? ''
}

/** Returns the present forms of questions of a course that are not deleted. */
export async function findForms(
  on: Executor,
  ids: readonly string[],
): Promise<Map<string, { form: number; content: Question }>> {
  const { rows } = await sql<{ id: string; form: number; content: Question }>`
    select bank.id, bank.form, forms.content from bank_questions as bank
      join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
    where bank.id = any(${[...ids]}::text[]) and bank.deleted_at is null`.execute(on)
  return new Map(rows.map(({ id, form, content }) => [id, { form, content }]))
}

/** Inserts an attempt and its questions in their order. */
export async function insertAttempt(
  tx: Tx,
  attempt: Insertable<QuizAttemptsTable>,
  questions: readonly { id: string; form: number }[],
): Promise<void> {
  await tx.insertInto('quiz_attempts').values(attempt).execute()
  await sql`
    insert into quiz_answers (attempt_id, position, question_id, form)
    select ${attempt.id}, question.number - 1, question.id, question.form
    from unnest(${questions.map(({ id }) => id)}::text[], ${questions.map(({ form }) => form)}::int[])
      with ordinality as question (id, form, number)`.execute(tx)
}

/** Deletes earlier tries of a quiz by someone who looks after its course. */
export async function deletePreviews(tx: Tx, lectureId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('quiz_attempts')
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .where('is_preview', '=', true)
    .execute()
}

/** Returns the questions of an attempt in their order, with what was answered; with `positions` only those. */
export async function findAnswers(
  on: Executor,
  attemptId: string,
  positions: readonly number[] | null = null,
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select answers.position, answers.question_id, answers.form, forms.content, answers.answer, answers.revision, answers.marks,
      answers.set_marks, answers.set_reason
    from quiz_answers as answers
      join bank_forms as forms on forms.question_id = answers.question_id and forms.form = answers.form
    where answers.attempt_id = ${attemptId}
      and (${positions === null}::boolean or answers.position = any(${positions === null ? [] : [...positions]}::int[]))
    order by answers.position`.execute(on)
  return rows
}

/** Saves answers of a locked attempt, each with the next revision. */
export async function saveAnswersOf(
  tx: Tx,
  attemptId: string,
  answers: readonly { position: number; answer: KeptAnswer | null }[],
  now: Date,
): Promise<void> {
  await sql`
    update quiz_answers as answers
    set answer = nullif(saved.answer, 'null')::jsonb, revision = revision + 1, saved_at = ${now}::timestamptz
    from unnest(${answers.map(({ position }) => position)}::int[], ${answers.map(({ answer }) => JSON.stringify(answer))}::text[])
      as saved (position, answer)
    where answers.attempt_id = ${attemptId} and answers.position = saved.position`.execute(tx)
}

/** Writes the marks of each answer of a locked attempt. */
export async function putMarks(
  tx: Tx,
  attemptId: string,
  rows: readonly { position: number; marks: number }[],
): Promise<void> {
  await sql`
    update quiz_answers as answers set marks = given.marks
    from unnest(${rows.map(({ position }) => position)}::int[], ${rows.map(({ marks }) => marks)}::int[]) as given (position, marks)
    where answers.attempt_id = ${attemptId} and answers.position = given.position
      and answers.marks is distinct from given.marks`.execute(tx)
}

type Outcome = { marks: number; passed: boolean; handedIn?: { at: Date; by: HandedInWay } }

/** Writes the outcome of a locked attempt, and with `handedIn` that it has ended. */
export async function putOutcome(tx: Tx, attemptId: string, { marks, passed, handedIn }: Outcome): Promise<void> {
  await tx
    .updateTable('quiz_attempts')
    .set({ marks, passed, ...(handedIn && { handed_in_at: handedIn.at, handed_in_by: handedIn.by }) })
    .where('id', '=', attemptId)
    .execute()
}

/** Returns ids of open attempts whose time was over at `now`, the longest over first. */
export async function findOverdue(on: Executor, now: Date, most: number): Promise<string[]> {
  const rows = await on
    .selectFrom('quiz_attempts')
    .select('id')
    .where('handed_in_at', 'is', null)
    .where('due_at', '<', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Changes when the open attempt of a student ends. */
export async function changeDue(
  tx: Tx,
  { lectureId, userId, dueOf }: { lectureId: string; userId: string; dueOf: (attempt: AttemptRow) => Date | null },
): Promise<void> {
  const row = await tx
    .selectFrom('quiz_attempts')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .where('handed_in_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row)
    await tx
      .updateTable('quiz_attempts')
      .set({ due_at: dueOf(row) })
      .where('id', '=', row.id)
      .execute()
}
