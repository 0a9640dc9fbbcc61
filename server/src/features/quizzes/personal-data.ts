import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'

/** Returns all attempts of an account with what was answered, for the download of its own data. */
export async function findAllAttempts(on: Executor, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select courses.title as course, lectures.title as quiz, attempts.number, attempts.began_at as "beganAt",
      attempts.handed_in_at as "handedInAt", attempts.marks / 100.0 as marks, attempts.max_marks / 100.0 as "ofMarks",
      attempts.passed,
      (select coalesce(json_agg(json_build_object('question', forms.content ->> 'prompt', 'answer', answers.answer)
          order by answers.position), '[]')
        from quiz_answers as answers
          join bank_forms as forms on forms.question_id = answers.question_id and forms.form = answers.form
        where answers.attempt_id = attempts.id) as answers
    from quiz_attempts as attempts join lectures on lectures.id = attempts.lecture_id
      join courses on courses.id = lectures.course_id
    where attempts.user_id = ${userId} order by attempts.began_at, attempts.id`.execute(on)
  return rows
}

/** Returns what an account has answered to questions in videos, for the download of its own data. */
export async function findAllCheckAnswers(on: Executor, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select courses.title as course, lectures.title as lecture, checks.second, forms.content ->> 'prompt' as question, answers.answer,
      answers.tries, answers.is_right as "isRight", answers.answered_at as "answeredAt"
    from video_check_answers as answers join video_checks as checks using (lecture_id, question_id)
      join bank_questions as bank on bank.id = answers.question_id
      join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
      join lectures on lectures.id = answers.lecture_id join courses on courses.id = lectures.course_id
    where answers.user_id = ${userId} order by answers.answered_at, answers.lecture_id, answers.question_id`.execute(on)
  return rows
}

/** Deletes all attempts and answers of an account, and what it had beside others. */
export async function deleteAttemptsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('quiz_attempts').where('user_id', '=', userId).execute()
  await tx.deleteFrom('video_check_answers').where('user_id', '=', userId).execute()
  await tx.deleteFrom('quiz_extras').where('user_id', '=', userId).execute()
}
