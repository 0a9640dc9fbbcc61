import { Trans } from '@lingui/react/macro'
import { type Attempt, api as calls, isolate, type QuizPage } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { useNavigationType, useRevalidator } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AttemptResult } from '#features/quizzes/attempt-result.tsx'
import { QuizOverview } from '#features/quizzes/quiz-overview.tsx'
import { RunningAttempt } from '#features/quizzes/running-attempt.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/quiz.ts'

type Data = { userId: string; quiz: QuizPage; attempt: Attempt | null }

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer, url }) => {
  const attemptId = url.searchParams.get('attempt')
  const [quiz, read] = await Promise.all([
    api(calls.quizAttempts.page, { params: { lectureId: params.lectureId } }),
    attemptId === null ? null : api(calls.quizAttempts.read, { params: { attemptId } }),
  ])
  return { userId: viewer._id, quiz, attempt: read?.attempt ?? null }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Another attempt differs in the query alone, and is another page for its reader: it begins at the top, with the focus. */
function useAttemptChange(attemptId: string | undefined): void {
  const shown = useRef(attemptId)
  const type = useNavigationType()
  useEffect(() => {
    if (shown.current === attemptId) return
    shown.current = attemptId
    if (type !== 'POP') window.scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [attemptId, type])
}

/** A quiz for its student: what it is like, an attempt that is open, or one that is handed in. */
export default function Quiz({ loaderData: { userId, quiz, attempt } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useAttemptChange(attempt?._id)
  // the attempt that ended while this page was open
  const [ended, setEnded] = useState<string | null>(null)
  return (
    <Container width="text">
      <PageMeta title={`${isolate(quiz.title)} · ${isolate(quiz.courseTitle)}`} />
      <PageHeader
        title={<span {...writtenIn()}>{quiz.title}</span>}
        text={<span {...writtenIn()}>{quiz.courseTitle}</span>}
        back={attempt ? paths.quiz(quiz.courseId, quiz.lectureId) : paths.learn(quiz.courseId)}
        actions={
          // nothing leads away from an attempt that is open
          !quiz.isPreview &&
          attempt?.handedInAt !== null && (
            <ButtonLink to={paths.ownMarks(quiz.courseId)} variant="secondary">
              <Trans>Your marks</Trans>
            </ButtonLink>
          )
        }
      />
      {attempt === null ? (
        <QuizOverview quiz={quiz} />
      ) : attempt.handedInAt === null ? (
        <RunningAttempt
          key={attempt._id}
          userId={userId}
          attempt={attempt}
          onEnd={() => {
            setEnded(attempt._id)
            void revalidate()
          }}
        />
      ) : (
        <AttemptResult key={attempt._id} quiz={quiz} attempt={attempt} justNow={ended === attempt._id} />
      )}
    </Container>
  )
}
