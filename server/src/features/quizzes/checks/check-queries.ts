import type { Question, VideoCheck } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { KeptAnswer } from '../scoring.ts'

export type CheckRow = VideoCheck & { answered: number; right: number }

/** Returns the questions in the video of a lecture in order, and how many students had them right at once. */
export async function findChecks(on: Executor, lectureId: string): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select question_id as "questionId", second, may_skip as "maySkip", tries, counted.*
    from video_checks as checks, lateral (
      select count(*)::int as answered, count(*) filter (where is_right and answers.tries = 1)::int as right
      from video_check_answers as answers
      where answers.lecture_id = checks.lecture_id and answers.question_id = checks.question_id
    ) as counted
    where lecture_id = ${lectureId} order by second, position`.execute(on)
  return rows
}

/** Returns the number of questions in all videos of a course. */
export async function countChecks(on: Executor, courseId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lectures join video_checks on video_checks.lecture_id = lectures.id
    where lectures.course_id = ${courseId}`.execute(on)
  return rows[0]?.count ?? 0
}

/** Sets the questions in the video of a lecture; answers to those that stay are kept. */
export async function putChecks(tx: Tx, lectureId: string, checks: readonly VideoCheck[]): Promise<void> {
  const ids = checks.map(({ questionId }) => questionId)
  await sql`
    delete from video_checks where lecture_id = ${lectureId} and not question_id = any(${ids}::text[])`.execute(tx)
  await sql`
    insert into video_checks (lecture_id, question_id, position, second, may_skip, tries)
    select ${lectureId}, wanted.id, wanted.number, wanted.second, wanted.may_skip, wanted.tries
    from unnest(${ids}::text[], ${checks.map(({ second }) => second)}::int[], ${checks.map(({ maySkip }) => maySkip)}::boolean[],
      ${checks.map(({ tries }) => tries)}::int[]) with ordinality as wanted (id, second, may_skip, tries, number)
    on conflict (lecture_id, question_id) do update set position = excluded.position, second = excluded.second,
      may_skip = excluded.may_skip, tries = excluded.tries`.execute(tx)
}

export type CheckId = { lectureId: string; questionId: string }

/** Keeps a question in the video of a lecture, where it is one, until the transaction ends. */
export async function keepCheck(tx: Tx, { lectureId, questionId }: CheckId): Promise<void> {
  await sql`
    select from video_checks where lecture_id = ${lectureId} and question_id = ${questionId} for key share`.execute(tx)
}

/** Returns a question in the video of a lecture in its present form. */
export async function findCheck(
  on: Executor,
  { lectureId, questionId }: CheckId,
): Promise<{ content: Question; tries: number } | undefined> {
  const { rows } = await sql<{ content: Question; tries: number }>`
    select forms.content, checks.tries from video_checks as checks
      join bank_questions as bank on bank.id = checks.question_id
      join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
    where checks.lecture_id = ${lectureId} and checks.question_id = ${questionId}`.execute(on)
  return rows[0]
}

/** What a student has answered to a question in a video: the last answer, and whether it was right. */
export type Given = { answer: KeptAnswer; tries: number; isRight: boolean }

export async function findGiven(
  on: Executor,
  { lectureId, questionId }: CheckId,
  userId: string,
): Promise<Given | null> {
  const { rows } = await sql<Given>`
    select answer, tries, is_right as "isRight" from video_check_answers
    where lecture_id = ${lectureId} and question_id = ${questionId} and user_id = ${userId}`.execute(on)
  return rows[0] ?? null
}

export async function putGiven(
  tx: Tx,
  { lectureId, questionId }: CheckId,
  { userId, given, now }: { userId: string; given: Given; now: Date },
): Promise<void> {
  const changed = {
    answer: JSON.stringify(given.answer),
    tries: given.tries,
    is_right: given.isRight,
    answered_at: now,
  }
  await tx
    .insertInto('video_check_answers')
    .values({ lecture_id: lectureId, question_id: questionId, user_id: userId, ...changed })
    .onConflict((conflict) => conflict.columns(['lecture_id', 'question_id', 'user_id']).doUpdateSet(changed))
    .execute()
}
