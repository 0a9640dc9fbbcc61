import { mostAskedShown } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

export type AskedRow = {
  id: string
  question: string
  lecture_id: string | null
  lecture_title: string | null
  askings: number
  last_asked_at: Date
}

/** Days for which a question is kept after it was asked last, and questions of a course. */
const keptDays = 180
const mostOfCourse = 500

/** Counts a question once more. */
export async function upsertAsked(
  on: Executor,
  {
    id,
    courseId,
    lectureId,
    question,
    at,
  }: { id: string; courseId: string; lectureId: string | null; question: string; at: Date },
): Promise<void> {
  await sql`
    insert into unanswered_questions (id, course_id, lecture_id, question, first_asked_at, last_asked_at)
    values (${id}, ${courseId}, ${lectureId}, ${question}, ${at}, ${at})
    on conflict (course_id, coalesce(lecture_id, ''), question) do update
      set askings = least(unanswered_questions.askings + 1, 1000000), last_asked_at = excluded.last_asked_at`.execute(
    on,
  )
}

/** Returns the questions that were asked most. */
export async function findAsked(on: Executor, courseId: string): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select unanswered_questions.id, question, lecture_id, lectures.title as lecture_title, askings, last_asked_at
    from unanswered_questions left join lectures on lectures.id = lecture_id
    where unanswered_questions.course_id = ${courseId}
    order by askings desc, unanswered_questions.id desc limit ${mostAskedShown}`.execute(on)
  return rows
}

/** Returns how many questions each lecture has, the most first. */
export async function countAsked(
  on: Executor,
  courseId: string,
): Promise<{ lecture_id: string | null; lecture_title: string | null; questions: number; askings: number }[]> {
  const { rows } = await sql<{
    lecture_id: string | null
    lecture_title: string | null
    questions: number
    askings: number
  }>`
    select lecture_id, lectures.title as lecture_title, count(*)::int as questions, sum(askings)::int as askings
    from unanswered_questions left join lectures on lectures.id = lecture_id
    where unanswered_questions.course_id = ${courseId}
    group by lecture_id, lectures.title order by askings desc, lecture_id`.execute(on)
  return rows
}

/** Deletes a question of this course; returns whether there was one. */
export async function deleteAsked(on: Executor, courseId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from unanswered_questions where id = ${id} and course_id = ${courseId} returning id`.execute(on)
  return rows.length > 0
}

/** Deletes questions that were not asked for long, and beyond the number of a course those that the fewest have asked. */
export async function trimAsked(on: Executor, now: Date): Promise<void> {
  await sql`delete from unanswered_questions where last_asked_at < ${new Date(now.getTime() - keptDays * 24 * 3600_000)}`.execute(
    on,
  )
  await sql`
    delete from unanswered_questions where id in (
      select id from (
        select id, row_number() over (partition by course_id order by askings desc, last_asked_at desc, id) as place
        from unanswered_questions
      ) placed where place > ${mostOfCourse}
    )`.execute(on)
}
