import { type api, fewestAttempts, type QuestionStatistics, type ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { textsOf } from '../bank/rules.ts'
import { formulasOf } from '../formulas.ts'
import { foldTyped } from '../scoring.ts'
import { findOwnQuiz } from '../settings/quiz-queries.ts'
import { readableAnswer } from '../transfer/readable-answer.ts'
import { discriminationOf, mostOf } from './rules.ts'
import {
  countAttempts,
  findWrongAnswers,
  type QuestionSums,
  sumQuestions,
  type WrongAnswer,
} from './statistics-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

function present(sums: QuestionSums, wrong: readonly WrongAnswer[]): QuestionStatistics {
  const { content, n, x, open } = sums
  const answers = wrong.map(({ answer, attempts }) => ({ text: readableAnswer(content, answer), attempts }))
  const discrimination = discriminationOf(sums)
  return {
    questionId: sums.question_id,
    kind: content.kind,
    prompt: content.prompt,
    formulas: formulasOf(textsOf(content).open),
    attempts: n,
    statistics:
      n < fewestAttempts
        ? null
        : {
            // negative marks take nothing from what is right
            shareRight: thousandths(Math.max(0, x / n)),
            shareOpen: thousandths(open / n),
            discrimination: discrimination === null ? null : thousandths(discrimination),
            wrongAnswer: mostOf(answers, foldTyped),
          },
  }
}

/** Returns what the attempts at a quiz of the viewer's own course say about its questions. Throws not_found, rate_limited. */
export async function getStatistics(
  { db, limits }: Deps,
  viewer: CurrentUser,
  lectureId: string,
): Promise<ReplyOf<typeof api.quizStatistics.ofQuiz>> {
  const quiz = await findOwnQuiz(db, lectureId, viewer.id)
  if (!quiz) throw new DomainError('not_found')
  await limits.quizStatistics.consume(viewer.id)
  const wrong = Map.groupBy(await findWrongAnswers(db, lectureId), (row) => row.question_id)
  const questions = (await sumQuestions(db, lectureId))
    .map((sums) => present(sums, wrong.get(sums.question_id) ?? []))
    .toSorted((one, other) => (one.statistics?.shareRight ?? 2) - (other.statistics?.shareRight ?? 2))
  return { title: quiz.title, courseId: quiz.course_id, attempts: await countAttempts(db, lectureId), questions }
}
