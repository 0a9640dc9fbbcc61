import { useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { AttemptReview } from '#features/quizzes/review/attempt-review.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/quiz-attempt.ts'

const load = guarded('educator', async ({ api, params }: Reading<Route.LoaderArgs['params']>) =>
  api(calls.quizAttempts.review, { params: { attemptId: params.attemptId } }),
)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** A student's attempt at a quiz, with the key and the forms that change its marks. */
export default function QuizAttemptPage({ loaderData: reviewed }: Route.ComponentProps) {
  const { t } = useLingui()
  const { attempt, student } = reviewed
  const { number } = attempt
  return (
    <Container width="text">
      <PageMeta title={t`Attempt of ${{ name: isolate(student.name) }}`} />
      <PageHeader
        title={<bdi>{student.name}</bdi>}
        text={
          <>
            <span {...writtenIn()}>{attempt.title}</span>
            <span> · </span>
            <span>{t`Attempt ${number}`}</span>
          </>
        }
        back={studioPaths.quizAttempts(attempt.courseId, attempt.lectureId)}
      />
      <AttemptReview key={attempt._id} first={reviewed} />
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return (
    <StudioError
      error={error}
      title={t`Attempt of a student`}
      back={studioPaths.quizAttempts(params.courseId, params.lectureId)}
    />
  )
}
