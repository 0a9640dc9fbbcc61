import type { QuizPart } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { type MarkedFact, mostPoints } from './import-rules.ts'

type EntryRow = {
  id: string
  title: string
  max_marks: number | null
  pass_percent: number | null
  parts: QuizPart[] | null
}

/** Returns the entries of a course whose marks can be set, with the most marks that they give. */
export async function findMarkable(on: Executor, courseId: string): Promise<Map<string, MarkedFact>> {
  const { rows } = await sql<EntryRow>`
    select lectures.id, lectures.title, assignments.max_marks, quizzes.pass_percent, quizzes.parts from lectures
      left join quizzes on quizzes.lecture_id = lectures.id left join assignments on assignments.lecture_id = lectures.id
    where lectures.course_id = ${courseId} and lectures.kind in ('quiz', 'assignment')`.execute(on)
  const { rows: bank } = await sql<{ id: string; tags: string[]; points: number }>`
    select bank.id, bank.tags, (forms.content ->> 'points')::int as points
    from bank_questions as bank join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
    where bank.course_id = ${courseId} and bank.deleted_at is null`.execute(on)
  return new Map(
    rows.map(({ id, title, max_marks: maxMarks, pass_percent: passPercent, parts }) => [
      id,
      { title, most: 100 * (maxMarks ?? mostPoints(parts ?? [], bank)), passPercent },
    ]),
  )
}

/** Returns the names of those of some users who are students of a course and whose accounts are not deleted. */
export async function findNames(
  on: Executor,
  courseId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select users.id, users.name from enrolments join users on users.id = enrolments.user_id
    where enrolments.course_id = ${courseId} and enrolments.user_id = any(${[...userIds]}::text[]) and users.deleted_at is null`.execute(
    on,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Keeps accounts from being deleted until the transaction ends, and has other imports into a course wait, in the order of decision 134.
 * Returns false when the owner has no such course.
 */
export async function lockToImport(
  tx: Tx,
  { courseId, ownerId, userIds }: { courseId: string; ownerId: string; userIds: readonly string[] },
): Promise<boolean> {
  await sql`
    select from users where id = any(${[...userIds]}::text[]) order by id for key share`.execute(tx)
  const { rows } = await sql`
    select from courses where id = ${courseId} and creator_id = ${ownerId} and removed_at is null for no key update`.execute(
    tx,
  )
  return rows.length > 0
}
