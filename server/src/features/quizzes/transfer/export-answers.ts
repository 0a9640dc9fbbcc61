import { msg } from '@lingui/core/runtime-macro'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileName, textDownload } from '#core/files/download.ts'
import { eachPage } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { findOwnQuiz } from '../settings/quiz-queries.ts'
import { readableAnswer } from './readable-answer.ts'
import { type AnsweredRow, findAnswersOf, findHandedIn, type HandedIn } from './transfer-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

/** Attempts that are read at once, and those of one table, which says so at its end. */
const atOnce = 50
const mostAttempts = 20_000

const columns = [
  msg`Student`,
  msg`Student ID`,
  msg`Attempt`,
  msg`Handed in at`,
  msg`Marks of the attempt`,
  msg`Most marks of the attempt`,
  msg`Passed`,
  msg`Number`,
  msg`Question`,
  msg`Answer`,
  msg`Marks`,
  msg`Most marks`,
  msg`Reason`,
]

function rowOf(attempt: HandedIn, answer: AnsweredRow, say: Say): (string | number)[] {
  return [
    attempt.student_name,
    attempt.user_id,
    attempt.number,
    attempt.handed_in_at.toISOString(),
    attempt.marks / 100,
    attempt.max_marks / 100,
    say(attempt.passed ? msg`yes` : msg`no`),
    answer.position + 1,
    answer.content.prompt,
    readableAnswer(answer.content, answer.answer),
    (answer.set_marks ?? answer.marks ?? 0) / 100,
    answer.content.points,
    answer.set_reason ?? '',
  ]
}

async function* write({ db }: Pick<Deps, 'db'>, lectureId: string, say: Say): AsyncGenerator<string> {
  yield csvOf([columns.map(say)], { bom: true })
  let written = 0
  for await (const rows of eachPage(atOnce, (page) => findHandedIn(db, lectureId, page))) {
    if (written >= mostAttempts) {
      yield csvOf([[say(msg`These are the first ${{ most: String(mostAttempts) }} attempts.`)]])
      return
    }
    const answers = await findAnswersOf(
      db,
      rows.map(({ id }) => id),
    )
    const table = rows.flatMap((attempt) =>
      (answers.get(attempt.id) ?? []).map((answer) => rowOf(attempt, answer, say)),
    )
    if (table.length > 0) yield csvOf(table)
    written += rows.length
  }
}

/**
 * Returns all answers of students to a quiz of the viewer's own course as CSV, a row for each. No e-mail addresses. Throws not_found,
 * rate_limited.
 */
export async function exportAnswers(
  deps: Deps,
  viewer: CurrentUser,
  lectureId: string,
  say: Say,
): Promise<StreamReply> {
  const quiz = await findOwnQuiz(deps.db, lectureId, viewer.id)
  if (!quiz) throw new DomainError('not_found')
  await deps.limits.exports.consume(viewer.id)
  return textDownload(write(deps, lectureId, say), fileName([quiz.course_title, quiz.title], 'answers.csv'), 'text/csv')
}
