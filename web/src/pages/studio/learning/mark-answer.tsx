import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { AttemptView, MarkingView, OutcomeBadge } from '#features/assignments/attempt-view.tsx'
import { MarkingForm } from '#features/assignments/marking-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/mark-answer.ts'

const load = guarded('educator', async ({ api, params }: Reading<Route.LoaderArgs['params']>) =>
  api(calls.assignments.answer, { params: { answerId: params.answerId } }),
)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** An answer beside the form that marks it. */
export default function MarkAnswerPage({ loaderData: answer }: Route.ComponentProps) {
  const { t } = useLingui()
  const { student, assignment, attempts, next } = answer
  const [attempt, ...earlier] = attempts
  return (
    <Container>
      <PageMeta title={t`Answer of ${{ name: isolate(student.name) }}`} />
      <PageHeader
        title={<bdi>{student.name}</bdi>}
        text={
          <>
            <bdi>{assignment.title}</bdi>
            <span> · </span>
            <bdi>{assignment.courseTitle}</bdi>
          </>
        }
        aside={<OutcomeBadge outcome={attempt?.outcome ?? null} />}
        back={studioPaths.answers()}
        actions={
          next !== null && (
            <ButtonLink to={studioPaths.answer(next)} variant="secondary">
              <Trans>Next that waits</Trans>
            </ButtonLink>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Card as="section" aria-label={t`Answer`}>
            {attempt && <AttemptView attempt={attempt} />}
          </Card>
          {earlier.map((one) => (
            <details key={one.number} className="rounded-lg border border-line bg-surface">
              <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-3 px-5 py-3 font-semibold">
                <span>{t`Attempt ${{ number: one.number }}`}</span>
                <OutcomeBadge outcome={one.outcome} />
              </summary>
              <div className="grid gap-5 border-t border-line p-5">
                <AttemptView attempt={one} />
                {one.marking && <MarkingView marking={one.marking} />}
              </div>
            </details>
          ))}
        </div>
        <Card as="section" aria-labelledby="marks" className="lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]">
          <h2 id="marks" className="mb-4 text-2xl">
            <Trans>Marks</Trans>
          </h2>
          <MarkingForm key={answer._id} answer={answer} />
        </Card>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Answers to mark`} back={studioPaths.answers()} />
}
