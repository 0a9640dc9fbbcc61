import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { ChartLine } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { QuestionStatisticsCard } from '#features/quizzes/statistics/question-statistics.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/quiz-statistics.ts'

type Data = { lectureId: string; answer: ReplyOf<typeof calls.quizStatistics.ofQuiz> }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async ({ api, params: { lectureId } }) => ({
  lectureId,
  answer: await api(calls.quizStatistics.ofQuiz, { params: { lectureId } }),
}))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** What attempts say about the questions of a quiz. */
export default function QuizStatistics({ loaderData: { lectureId, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { title, courseId, attempts, questions } = answer
  return (
    <Container>
      <PageMeta title={t`Statistics of ${{ title: isolate(title) }}`} />
      <PageHeader
        title={t`Statistics of the questions`}
        text={<span {...writtenIn()}>{title}</span>}
        back={studioPaths.courseMarks(courseId)}
        actions={
          attempts > 0 && (
            <a
              href={pathOf(calls.quizTransfer.exportAnswers, { lectureId })}
              download
              className={buttonClass({ variant: 'secondary' })}
            >
              <Trans>All answers as CSV</Trans>
            </a>
          )
        }
      />
      {questions.length === 0 ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<ChartLine />}
            title={t`No attempts yet`}
            text={t`When students have handed in this quiz, you see here which questions are hard and what they get wrong.`}
          />
        </Card>
      ) : (
        <>
          <Card flush>
            <ul className="divide-y divide-line">
              {questions.map((question) => (
                <QuestionStatisticsCard key={question.questionId} question={question} />
              ))}
            </ul>
          </Card>
          <p className="mt-4 max-w-prose text-sm text-muted">
            <Trans>
              Discrimination compares who has a question right with the marks of all other questions, from −1 to 1 (the
              point-biserial correlation). Near 0 a question says nothing about who knows the subject; below 0 its key
              may be wrong.
            </Trans>
          </p>
        </>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Statistics of the questions`} back={paths.myCourses} />
}
