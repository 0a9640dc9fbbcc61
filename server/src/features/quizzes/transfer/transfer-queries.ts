import type { Question } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import type { Tx } from '#core/transact.ts'
import type { KeptAnswer } from '../scoring.ts'

const oldestFirst: Order = {
  direction: 'asc',
  keys: [
    ['bank.created_at', 'time'],
    ['bank.id', 'text'],
  ],
}

/** Returns the title of a course. */
export async function findTitle(on: Executor, courseId: string): Promise<string> {
  const row = await on.selectFrom('courses').select('title').where('id', '=', courseId).executeTakeFirst()
  return row?.title ?? ''
}

export type TransferRow = { content: Question; tags: string[] }

/** Returns a page of a bank's questions, the oldest first. */
export async function findAllQuestions(
  on: Executor,
  courseId: string,
  query: PageQuery,
): Promise<Page<TransferRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(oldestFirst, query)
  const { rows } = await sql<TransferRow & Keyed>`
    select forms.content, bank.tags, ${key}
    from bank_questions as bank join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
    where bank.course_id = ${courseId} and bank.deleted_at is null and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/**
 * Takes the key of an import for this transaction, after those of the course that are older than `since` are gone. Returns null when it is
 * new, and otherwise how many questions its import has brought.
 */
export async function takeKey(
  tx: Tx,
  { courseId, key, now, since }: { courseId: string; key: string; now: Date; since: Date },
): Promise<number | null> {
  await tx.deleteFrom('bank_imports').where('course_id', '=', courseId).where('created_at', '<', since).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_imports')
    .values({ course_id: courseId, key, questions: 0, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return null
  const row = await tx
    .selectFrom('bank_imports')
    .select('questions')
    .where('course_id', '=', courseId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.questions ?? 0
}

export async function countImported(
  tx: Tx,
  { courseId, key, questions }: { courseId: string; key: string; questions: number },
): Promise<void> {
  await tx
    .updateTable('bank_imports')
    .set({ questions })
    .where('course_id', '=', courseId)
    .where('key', '=', key)
    .execute()
}

const byAttempt: Order = {
  direction: 'asc',
  keys: [
    ['attempts.began_at', 'time'],
    ['attempts.id', 'text'],
  ],
}

export type HandedIn = {
  id: string
  user_id: string
  student_name: string
  number: number
  began_at: Date
  handed_in_at: Date
  passed: boolean
  marks: number
  max_marks: number
}

/** Returns a page of the attempts of students at a quiz that are handed in, the oldest first. */
export async function findHandedIn(on: Executor, lectureId: string, query: PageQuery): Promise<Page<HandedIn & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(byAttempt, query)
  const { rows } = await sql<HandedIn & Keyed>`
    select attempts.id, attempts.user_id, users.name as student_name, attempts.number, attempts.began_at, attempts.handed_in_at,
      attempts.passed, attempts.marks, attempts.max_marks, ${key}
    from quiz_attempts as attempts join users on users.id = attempts.user_id
    where attempts.lecture_id = ${lectureId} and not attempts.is_preview and attempts.handed_in_at is not null
      and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

export type AnsweredRow = {
  attempt_id: string
  position: number
  content: Question
  answer: KeptAnswer | null
  marks: number | null
  set_marks: number | null
  set_reason: string | null
}

/** Returns the answers of attempts, in the order of their questions. */
export async function findAnswersOf(on: Executor, attemptIds: readonly string[]): Promise<Map<string, AnsweredRow[]>> {
  const { rows } = await sql<AnsweredRow>`
    select answers.attempt_id, answers.position, forms.content, answers.answer, answers.marks, answers.set_marks, answers.set_reason
    from quiz_answers as answers
      join bank_forms as forms on forms.question_id = answers.question_id and forms.form = answers.form
    where answers.attempt_id = any(${[...attemptIds]}::text[]) order by answers.position`.execute(on)
  return Map.groupBy(rows, (row) => row.attempt_id)
}
