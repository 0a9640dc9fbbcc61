import { Trans, useLingui } from '@lingui/react/macro'
import { type BankTag, api as calls, type EditedQuiz, isolate } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { QuizEditor } from '#features/quizzes/editor/quiz-editor.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/edit-quiz.ts'

type Data = { quiz: EditedQuiz; tags: BankTag[] }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async ({ api, params }) => {
  const quiz = await api(calls.quizzes.edit, { params: { lectureId: params.lectureId } })
  const { tags } = await api(calls.quizBank.list, { params: { courseId: quiz.courseId }, query: { limit: 1 } })
  return { quiz, tags }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Settings and questions of a quiz. */
export default function EditQuiz({ loaderData: { quiz, tags } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { courseId, lectureId } = quiz
  return (
    <Container>
      <PageMeta title={t`Edit ${{ lectureTitle: isolate(quiz.title) }}`} />
      <PageHeader
        title={t`Edit quiz`}
        text={<span {...writtenIn()}>{quiz.title}</span>}
        back={studioPaths.createLecture(courseId)}
        actions={
          <>
            <ButtonLink to={studioPaths.moveQuestions(courseId)} variant="secondary">
              <Trans>Import questions</Trans>
            </ButtonLink>
            <ButtonLink to={studioPaths.quizStatistics(lectureId)} variant="secondary">
              <Trans>Statistics</Trans>
            </ButtonLink>
            <ButtonLink to={paths.quiz(courseId, lectureId)} variant="secondary">
              <Trans>Try it</Trans>
            </ButtonLink>
            <ButtonLink to={studioPaths.quizAttempts(courseId, lectureId)} variant="secondary">
              <Trans>Attempts of students</Trans>
            </ButtonLink>
          </>
        }
      />
      <QuizEditor key={lectureId} first={quiz} firstTags={tags} />
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Edit quiz`} back={studioPaths.createLecture(params.courseId)} />
}
