import { mostCountedAttempts, type Question } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { KeptAnswer } from '../scoring.ts'
import type { Sums } from './rules.ts'

/** Ids of the attempts that count: those of students that are handed in, the last begun first. */
const counted = (lectureId: string) => sql`
  select id, marks, max_marks from quiz_attempts
  where lecture_id = ${lectureId} and not is_preview and handed_in_at is not null
  order by began_at desc, id desc limit ${mostCountedAttempts}`

export async function countAttempts(on: Executor, lectureId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (${counted(lectureId)}) as counted`.execute(on)
  return rows[0]?.count ?? 0
}

export type QuestionSums = Sums & { question_id: string; content: Question; open: number }

/**
 * Returns the sums of each question that attempts have in its present form (`addAttempt` of the rules says what they are). The marks of the
 * others are those of the answers, since those of an attempt are never below 0.
 */
export async function sumQuestions(on: Executor, lectureId: string): Promise<QuestionSums[]> {
  const { rows } = await sql<QuestionSums>`
    with counted as (${counted(lectureId)}),
      given as (
        select answers.attempt_id, answers.question_id, answers.form, answers.answer,
          coalesce(answers.set_marks, answers.marks, 0)::float8 as marks, 100 * (forms.content ->> 'points')::float8 as points,
          counted.max_marks,
          sum(coalesce(answers.set_marks, answers.marks, 0)) over (partition by answers.attempt_id)::float8 as whole
        from counted join quiz_answers as answers on answers.attempt_id = counted.id
          join bank_forms as forms on forms.question_id = answers.question_id and forms.form = answers.form
      ),
      parts as (
        select question_id, form, answer, marks / points as a,
          coalesce((whole - marks) / nullif(max_marks - points, 0), 0) as b
        from given
      )
    select parts.question_id, forms.content, count(*)::int as n, count(*) filter (where parts.answer is null)::int as open,
      sum(a) as x, sum(b) as y, sum(a * a) as xx, sum(b * b) as yy, sum(a * b) as xy
    from parts join bank_questions as bank on bank.id = parts.question_id and bank.form = parts.form and bank.deleted_at is null
      join bank_forms as forms on forms.question_id = bank.id and forms.form = bank.form
    group by parts.question_id, forms.content`.execute(on)
  return rows
}

export type WrongAnswer = { question_id: string; answer: KeptAnswer; attempts: number }

/** Different wrong answers of a question that are looked at, the most frequent first. */
const mostDifferent = 50

/** Returns the answers without any points, each with how many attempts have it, the most frequent of each question first. */
export async function findWrongAnswers(on: Executor, lectureId: string): Promise<WrongAnswer[]> {
  const { rows } = await sql<WrongAnswer>`
    with counted as (${counted(lectureId)}),
      wrong as (
        select answers.question_id, answers.answer, count(*)::int as attempts
        from counted join quiz_answers as answers on answers.attempt_id = counted.id
          join bank_questions as bank on bank.id = answers.question_id and bank.form = answers.form and bank.deleted_at is null
        where answers.answer is not null and answers.set_marks is null and answers.marks <= 0
        group by answers.question_id, answers.answer
      ),
      placed as (
        select wrong.*, row_number() over (partition by question_id order by attempts desc, answer::text) as place from wrong
      )
    select question_id, answer, attempts from placed where place <= ${mostDifferent} order by question_id, place`.execute(
    on,
  )
  return rows
}
