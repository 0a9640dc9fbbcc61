import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type QuizExtra, type ReplyOf } from '@virtual-courses/contract'
import { ClipboardList } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AttemptsList } from '#features/quizzes/review/attempts-list.tsx'
import { ExtrasCard } from '#features/quizzes/review/extras-card.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/quiz-attempts.ts'

const title = msg`Attempts of students`

type Data = { lectureId: string; page: ReplyOf<typeof calls.quizzes.attempts>; extras: QuizExtra[] }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async ({ api, params, url }) => {
  const { lectureId } = params
  const at = readPlace(url.searchParams)
  const [page, { extras }] = await Promise.all([
    api(calls.quizzes.attempts, { params: { lectureId }, query: { ...(at && { cursor: at }) } }),
    api(calls.quizzes.edit, { params: { lectureId } }),
  ])
  return { lectureId, page, extras }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Attempts of students at a quiz, the newest first, and what single students have beside the others. */
export default function QuizAttempts({ loaderData: { lectureId, page, extras } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { courseId, attempts } = page
  const address = studioPaths.quizAttempts(courseId, lectureId)
  return (
    <Container>
      <PageMeta title={t`Attempts at ${{ lectureTitle: isolate(page.title) }}`} />
      <PageHeader
        title={t(title)}
        text={<span {...writtenIn()}>{page.title}</span>}
        back={studioPaths.editQuiz(courseId, lectureId)}
        actions={
          <ButtonLink to={studioPaths.courseStudents(courseId)} variant="secondary">
            <Trans>Students</Trans>
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <div>
          {attempts.length === 0 ? (
            <Card>
              <EmptyState
                as="h2"
                icon={<ClipboardList />}
                title={t`No attempts yet`}
                text={t`When a student begins this quiz, the attempt appears here.`}
              />
            </Card>
          ) : (
            <AttemptsList courseId={courseId} lectureId={lectureId} attempts={attempts} />
          )}
          <div className="mt-8">
            <Pagination
              {...placesBeside(page, (at) => (at ? `${address}?${new URLSearchParams({ [placeName]: at })}` : address))}
            />
          </div>
        </div>
        <ExtrasCard key={lectureId} courseId={courseId} lectureId={lectureId} first={extras} />
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={studioPaths.createLecture(params.courseId)} />
}
