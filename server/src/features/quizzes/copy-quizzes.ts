import { createHash } from 'node:crypto'
import type { QuizPart } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Tx } from '#core/transact.ts'
import { findCourseOfQuiz } from './attempts/attempt-queries.ts'
import { partsOf } from './settings/quiz-queries.ts'

/** Id of the copy of a question in another course; also made in SQL. */
const copyId = (to: string, id: string): string => createHash('md5').update(`${to} ${id}`).digest('hex')

/**
 * Copies the bank of a course into a copy of it, unless it is there already, the settings of quizzes among the copied entries, and the
 * questions in their videos.
 */
export async function copyQuizzes(tx: Tx, { copies }: { copies: ReadonlyMap<string, string> }): Promise<void> {
  const [[original = '', copy = ''] = []] = copies
  const [from, to] = [await findCourseOfQuiz(tx, original), await findCourseOfQuiz(tx, copy)]
  const own = sql`bank_questions as bank where bank.course_id = ${from} and bank.deleted_at is null`
  const id = sql`md5(${to}::text || ' ' || bank.id)`
  await sql`
    insert into bank_questions (id, course_id, kind, form, tags, folded, created_at, changed_at)
    select ${id}, ${to}, bank.kind, 1, bank.tags, bank.folded, bank.created_at, bank.changed_at from ${own}
    on conflict do nothing`.execute(tx)
  await sql`
    insert into bank_forms (question_id, form, content)
    select ${id}, 1, (select content from bank_forms as forms where forms.question_id = bank.id and forms.form = bank.form)
    from ${own} and exists (select 1 from bank_questions as copy where copy.id = ${id})
    on conflict do nothing`.execute(tx)
  await sql`
    insert into quiz_pictures (image_id, course_id, created_at)
    select image_id, ${to}, created_at from quiz_pictures where course_id = ${from} on conflict do nothing`.execute(tx)
  await sql`
    insert into video_checks (lecture_id, question_id, position, second, may_skip, tries)
    select pair.copy, bank.id, checks.position, checks.second, checks.may_skip, checks.tries
    from unnest(${[...copies.keys()]}::text[], ${[...copies.values()]}::text[]) as pair (original, copy)
      join video_checks as checks on checks.lecture_id = pair.original
      join bank_questions as bank on bank.id = md5(${to}::text || ' ' || checks.question_id)`.execute(tx)
  const quizzes = await tx
    .selectFrom('quizzes')
    .selectAll()
    .where('lecture_id', 'in', ['', ...copies.keys()])
    .execute()
  for (const quiz of quizzes) {
    const parts = partsOf(quiz).map(
      (part): QuizPart => (part.kind === 'draw' ? part : { kind: 'question', questionId: copyId(to, part.questionId) }),
    )
    await tx
      .insertInto('quizzes')
      .values({ ...quiz, lecture_id: copies.get(quiz.lecture_id) ?? '', closes_at: null, parts: JSON.stringify(parts) })
      .execute()
  }
}
