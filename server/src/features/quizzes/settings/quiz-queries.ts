import { maxPromptShown, type QuizExtra, type QuizPart, type QuizQuestion } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { QuizzesTable } from '#db/schema.ts'

export type QuizRow = Selectable<QuizzesTable>

/** Returns the parts of a quiz. */
export const partsOf = (row: Pick<QuizRow, 'parts'>): QuizPart[] => row.parts as QuizPart[] // only written by `putQuiz` and copies

/** Returns a quiz with its entry and course. */
export const findQuiz = (on: Executor, lectureId: string) =>
  on
    .selectFrom('quizzes')
    .innerJoin('lectures', 'lectures.id', 'quizzes.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .selectAll('quizzes')
    .select(['lectures.title', 'lectures.course_id', 'courses.title as course_title', 'courses.creator_id'])
    .where('quizzes.lecture_id', '=', lectureId)
    .executeTakeFirst()

export type FoundQuiz = NonNullable<Awaited<ReturnType<typeof findQuiz>>>

/** Returns a quiz of the owner's course that is not removed. */
export async function findOwnQuiz(on: Executor, lectureId: string, ownerId: string): Promise<FoundQuiz | undefined> {
  const { rows } = await sql<{ removed: boolean }>`
    select courses.removed_at is not null as removed from lectures join courses on courses.id = lectures.course_id
    where lectures.id = ${lectureId} and courses.creator_id = ${ownerId}`.execute(on)
  return rows[0]?.removed === false ? findQuiz(on, lectureId) : undefined
}

/** Writes the settings of a quiz. */
export async function putQuiz(tx: Tx, quiz: Insertable<QuizzesTable>): Promise<void> {
  const { lecture_id: _, created_at: __, ...rest } = quiz
  await tx
    .insertInto('quizzes')
    .values(quiz)
    .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet(rest))
    .execute()
}

/** Returns those of some ids that are questions of a course, with the beginning of what they ask. */
export async function findQuestionsAmong(
  on: Executor,
  courseId: string,
  ids: readonly string[],
): Promise<Map<string, QuizQuestion>> {
  const { rows } = await sql<QuizQuestion>`
    select bank.id as _id, bank.kind, left(forms.content ->> 'prompt', ${maxPromptShown}) as prompt
    from bank_questions as bank join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
    where bank.course_id = ${courseId} and bank.deleted_at is null and bank.id = any(${[...ids]}::text[])`.execute(on)
  return new Map(rows.map((row) => [row._id, row]))
}

/** Returns the students of a quiz with more time or attempts, by name. */
export async function findExtras(on: Executor, lectureId: string): Promise<QuizExtra[]> {
  const rows = await on
    .selectFrom('quiz_extras')
    .innerJoin('users', 'users.id', 'quiz_extras.user_id')
    .select(['users.id', 'users.name', 'quiz_extras.minutes', 'quiz_extras.attempts'])
    .where('lecture_id', '=', lectureId)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
  return rows.map(({ id, name, minutes, attempts }) => ({ student: { _id: id, name }, minutes, attempts }))
}

export type Extra = { minutes: number; attempts: number }

/** Returns what a student has beside the others. */
export async function findExtra(on: Executor, lectureId: string, userId: string): Promise<Extra> {
  const row = await on
    .selectFrom('quiz_extras')
    .select(['minutes', 'attempts'])
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { minutes: 0, attempts: 0 }
}

type PutExtra = Extra & { lectureId: string; userId: string }

export async function putExtra(tx: Tx, { lectureId, userId, minutes, attempts }: PutExtra): Promise<void> {
  if (minutes === 0 && attempts === 0) {
    await tx.deleteFrom('quiz_extras').where('lecture_id', '=', lectureId).where('user_id', '=', userId).execute()
    return
  }
  await tx
    .insertInto('quiz_extras')
    .values({ lecture_id: lectureId, user_id: userId, minutes, attempts })
    .onConflict((conflict) => conflict.columns(['lecture_id', 'user_id']).doUpdateSet({ minutes, attempts }))
    .execute()
}

/** Returns the number of attempts of students at a quiz, counted up to 1,000. */
export async function countAttemptsAt(on: Executor, lectureId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from quiz_attempts where lecture_id = ${lectureId} and not is_preview limit 1000
    ) as counted`.execute(on)
  return rows[0]?.count ?? 0
}
