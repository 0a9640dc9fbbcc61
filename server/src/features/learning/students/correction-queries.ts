import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { MarkCorrectionsTable } from '#db/schema.ts'
import { areAttemptsUsed, attemptsAllowed } from '../../lectures/index.ts'

/** A student of a course whose account is not deleted. */
export const findStudent = async (on: Executor, courseId: string, userId: string) =>
  on
    .selectFrom('enrolments')
    .innerJoin('users', 'users.id', 'enrolments.user_id')
    .select(['users.id', 'users.name'])
    .where('enrolments.course_id', '=', courseId)
    .where('enrolments.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Keeps an account from being deleted until the transaction ends; false for one that is. */
export async function keepAccount(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and deleted_at is null for share`.execute(tx)
  return rows.length > 0
}

/** Takes the tick of an entry back. Returns whether there was one. */
export async function removeMark(tx: Tx, userId: string, lectureId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lecture_progress')
    .set({ completed_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .where('lecture_id', '=', lectureId)
    .where('completed_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertCorrection = (tx: Tx, row: Insertable<MarkCorrectionsTable>) =>
  tx.insertInto('mark_corrections').values(row).execute()

export async function countCorrections(on: Executor, userId: string, courseId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mark_corrections where user_id = ${userId} and course_id = ${courseId}`.execute(
    on,
  )
  return rows[0]?.count ?? 0
}

/** What an educator corrected for a student of a course, the last first. */
export const findCorrections = (on: Executor, userId: string, courseId: string) =>
  on
    .selectFrom('mark_corrections as corrections')
    .innerJoin('lectures', 'lectures.id', 'corrections.lecture_id')
    .select(['corrections.id', 'lectures.title', 'corrections.done', 'corrections.reason', 'corrections.created_at'])
    .select(['corrections.of_marks', 'corrections.from_marks', 'corrections.marks', 'corrections.max_marks'])
    .where('corrections.user_id', '=', userId)
    .where('corrections.course_id', '=', courseId)
    .orderBy('corrections.created_at', 'desc')
    .orderBy('corrections.id', 'desc')
    .execute()

/** Quizzes of a course at which a student has used all attempts and passed none, with what they have beside the others. */
export async function findUsedQuizzes(
  on: Executor,
  userId: string,
  courseId: string,
): Promise<Map<string, { minutes: number; attempts: number }>> {
  const { rows } = await sql<{ id: string; allowed: number | null; minutes: number; attempts: number; used: number }>`
    select lectures.id, quizzes.attempts_allowed as allowed, coalesce(extras.minutes, 0) as minutes,
      coalesce(extras.attempts, 0) as attempts, tries.used
    from lectures join quizzes on quizzes.lecture_id = lectures.id
      cross join lateral (
        select count(*)::int as used from quiz_attempts as attempts
        where attempts.lecture_id = lectures.id and attempts.user_id = ${userId}
        having bool_and(attempts.handed_in_at is not null and not attempts.passed)
      ) as tries
      left join quiz_extras as extras on extras.lecture_id = lectures.id and extras.user_id = ${userId}
    where lectures.course_id = ${courseId}`.execute(on)
  const isUsed = ({ used, allowed, attempts }: (typeof rows)[number]) =>
    areAttemptsUsed(used, attemptsAllowed(allowed, { attempts }))
  return new Map(rows.filter(isUsed).map(({ id, minutes, attempts }) => [id, { minutes, attempts }]))
}

/** What a notification says of lectures that were opened to a student: their course and the first of them; undefined when all are gone. */
export const findOpened = (on: Executor, lectureIds: readonly string[]) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select(['lectures.id', 'lectures.title', 'courses.id as course_id', 'courses.title as course'])
    .where('lectures.id', '=', sql<string>`any(${[...lectureIds]})`)
    .orderBy('lectures.position')
    .executeTakeFirst()

/** What a notification says of a correction; undefined when its entry is gone. */
export const findCorrection = (on: Executor, id: string) =>
  on
    .selectFrom('mark_corrections as corrections')
    .innerJoin('lectures', 'lectures.id', 'corrections.lecture_id')
    .innerJoin('courses', 'courses.id', 'corrections.course_id')
    .select(['corrections.user_id', 'corrections.course_id', 'courses.title as course'])
    .select(['corrections.lecture_id', 'lectures.title as lecture', 'corrections.done', 'corrections.reason'])
    .where('corrections.id', '=', id)
    .executeTakeFirst()
