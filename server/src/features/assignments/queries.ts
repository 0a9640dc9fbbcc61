import type { Rubric } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { AnswerAttemptsTable, AnswerFilesTable, AnswersTable, AssignmentsTable } from '#db/schema.ts'
import { enrolledIn } from '../courses/index.ts'

export type AnswerRow = Selectable<AnswersTable>
export type AttemptRow = Omit<Selectable<AnswerAttemptsTable>, 'rubric' | 'levels' | 'comments'> & {
  rubric: Rubric | null
  levels: Record<string, string> | null
  comments: Record<string, string> | null
}

/** What someone who lost access has handed in neither waits nor is shown to the educator. */
export const isStillEnrolled = sql<boolean>`exists (
  select 1 from enrolments where enrolments.course_id = lectures.course_id and enrolments.user_id = answers.student_id)`

/** An assignment with its entry and course, and whether this user is enrolled in that. */
export const findAssignment = (on: Executor, lectureId: string, viewerId: string) =>
  on
    .selectFrom('assignments')
    .innerJoin('lectures', 'lectures.id', 'assignments.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'assignments.lecture_id',
      'assignments.due_at',
      'assignments.late_rule',
      'assignments.late_percent',
      'assignments.max_attempts',
      'assignments.max_marks',
      sql<Rubric>`assignments.rubric`.as('rubric'),
      'lectures.course_id',
      'lectures.title',
      'lectures.body',
      'courses.title as course_title',
      'courses.creator_id',
      'courses.removed_at',
    ])
    .select(enrolledIn(viewerId).as('enrolled'))
    .where('assignments.lecture_id', '=', lectureId)
    .executeTakeFirst()
export type AssignmentRow = NonNullable<Awaited<ReturnType<typeof findAssignment>>>

export async function insertAssignment(tx: Tx, row: Insertable<AssignmentsTable>): Promise<void> {
  await tx.insertInto('assignments').values(row).execute()
}

export async function updateAssignment(tx: Tx, lectureId: string, row: Updateable<AssignmentsTable>): Promise<void> {
  await tx.updateTable('assignments').set(row).where('lecture_id', '=', lectureId).execute()
}

/** Has copies of lectures ask for what the originals do. `copies` has the ids of the copies by those of the originals. */
export async function copyAssignments(tx: Tx, copies: ReadonlyMap<string, string>, now: Date): Promise<void> {
  await sql`
    insert into assignments (lecture_id, due_at, late_rule, late_percent, max_attempts, max_marks, rubric, changed_at)
    select pair.copy, due_at, late_rule, late_percent, max_attempts, max_marks, rubric, ${now}::timestamptz
    from unnest(${[...copies.keys()]}::text[], ${[...copies.values()]}::text[]) as pair (original, copy)
      join assignments on assignments.lecture_id = pair.original`.execute(tx)
}

/** Locks an account against its deletion until the transaction ends. Returns false for one that is deleted. */
export async function keepUser(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and deleted_at is null for key share`.execute(tx)
  return rows.length > 0
}

export const findOwnAnswer = (on: Executor, lectureId: string, studentId: string): Promise<AnswerRow | undefined> =>
  on
    .selectFrom('answers')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .where('student_id', '=', studentId)
    .executeTakeFirst()

/** Inserts an answer that a student begins, unless another request has, and returns the one that is there, locked. */
export async function openAnswer(tx: Tx, answer: Insertable<AnswersTable>): Promise<AnswerRow> {
  await tx
    .insertInto('answers')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['lecture_id', 'student_id']).doNothing())
    .execute()
  return tx
    .selectFrom('answers')
    .selectAll()
    .where('lecture_id', '=', answer.lecture_id)
    .where('student_id', '=', answer.student_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateAnswer(tx: Tx, id: string, changes: Updateable<AnswersTable>): Promise<void> {
  await tx.updateTable('answers').set(changes).where('id', '=', id).execute()
}

export async function insertAttempt(tx: Tx, attempt: Insertable<AnswerAttemptsTable>): Promise<void> {
  await tx.insertInto('answer_attempts').values(attempt).execute()
}

export async function deleteAttempt(tx: Tx, answerId: string, number: number): Promise<void> {
  await tx.deleteFrom('answer_attempts').where('answer_id', '=', answerId).where('number', '=', number).execute()
}

export async function updateAttempt(
  tx: Tx,
  { answerId, number }: { answerId: string; number: number },
  changes: Updateable<AnswerAttemptsTable>,
): Promise<void> {
  await tx
    .updateTable('answer_attempts')
    .set(changes)
    .where('answer_id', '=', answerId)
    .where('number', '=', number)
    .execute()
}

/** Attempts of answers, the last one of each first. */
export async function findAttempts(on: Executor, answerIds: readonly string[]): Promise<AttemptRow[]> {
  const rows = await on
    .selectFrom('answer_attempts')
    .selectAll()
    .where('answer_id', 'in', answerIds)
    .orderBy('answer_id')
    .orderBy('number', 'desc')
    .execute()
  return rows as AttemptRow[] // the columns of JSON are as `AttemptRow` has them: only this feature writes them
}

/** Files of answers in the order in which they were added, those that were removed since among them. */
export const findFiles = (on: Executor, answerIds: readonly string[]) =>
  on
    .selectFrom('answer_files')
    .innerJoin('files', 'files.id', 'answer_files.file_id')
    .select([
      'answer_files.id',
      'answer_files.answer_id',
      'answer_files.file_id',
      'answer_files.name',
      'answer_files.added_in',
      'answer_files.removed_in',
      'files.bytes',
      'files.content_type',
    ])
    .where('answer_files.answer_id', 'in', answerIds)
    .orderBy('answer_files.created_at')
    .orderBy('answer_files.id')
    .execute()
export type FileRow = Awaited<ReturnType<typeof findFiles>>[number]

/** A file of an answer with what decides who may have it. */
export const findFile = (on: Executor, fileId: string) =>
  on
    .selectFrom('answer_files')
    .innerJoin('files', 'files.id', 'answer_files.file_id')
    .innerJoin('answers', 'answers.id', 'answer_files.answer_id')
    .innerJoin('lectures', 'lectures.id', 'answers.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'answer_files.file_id',
      'answer_files.name',
      'answer_files.added_in',
      'answers.lecture_id',
      'answers.student_id',
      'answers.attempt',
      'courses.creator_id',
      'courses.removed_at',
      'files.content_type',
    ])
    .select(isStillEnrolled.as('enrolled'))
    .where('answer_files.id', '=', fileId)
    .executeTakeFirst()

export async function insertFile(tx: Tx, file: Insertable<AnswerFilesTable>): Promise<void> {
  await tx.insertInto('answer_files').values(file).execute()
}

/** Leaves a file to earlier attempts, or deletes the row of one that was never handed in. Returns whether it is deleted. */
export async function dropFile(tx: Tx, file: { id: string; added_in: number }, attempt: number): Promise<boolean> {
  if (file.added_in < attempt) {
    await tx.updateTable('answer_files').set({ removed_in: attempt }).where('id', '=', file.id).execute()
    return false
  }
  await tx.deleteFrom('answer_files').where('id', '=', file.id).execute()
  return true
}

export type Of = { lectureId: string } | { courseId: string } | { studentId: string }

/** Ids of the files of all answers of an entry, a course or a student. */
export async function fileIdsOf(on: Executor, of: Of): Promise<string[]> {
  const rows = await on
    .selectFrom('answer_files')
    .innerJoin('answers', 'answers.id', 'answer_files.answer_id')
    .innerJoin('lectures', 'lectures.id', 'answers.lecture_id')
    .select('answer_files.file_id')
    .where(
      'lectureId' in of ? 'lectures.id' : 'courseId' in of ? 'lectures.course_id' : 'answers.student_id',
      '=',
      'lectureId' in of ? of.lectureId : 'courseId' in of ? of.courseId : of.studentId,
    )
    .execute()
  return rows.map(({ file_id }) => file_id)
}

export async function deleteAnswersOf(tx: Tx, studentId: string): Promise<void> {
  await tx.deleteFrom('answers').where('student_id', '=', studentId).execute()
}

/** Texts of answers as they were last handed in, by the ids of the answers. */
export async function findLastTexts(on: Executor, answerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await on
    .selectFrom('answers')
    .innerJoin('answer_attempts as last', (join) =>
      join.onRef('last.answer_id', '=', 'answers.id').onRef('last.number', '=', 'answers.attempt'),
    )
    .select(['answers.id', 'last.text'])
    .where('answers.id', 'in', answerIds)
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}
