import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { Download } from 'lucide-react'
import { useLocation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { ImportForm } from '#features/quizzes/transfer/import-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ownCourse } from '../own-course.ts'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/move-questions.ts'

type Data = { course: { _id: string; title: string }; total: number }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const [{ _id, title }, { total }] = await Promise.all([
    ownCourse(reading),
    reading.api(calls.quizBank.list, { params: reading.params, query: { limit: 1 } }),
  ])
  return { course: { _id, title }, total }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Questions that the page of a lecture had drafted. */
const draftIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'draft' in state && typeof state.draft === 'string'
    ? state.draft
    : null

/** Questions of a course come in as files, and go out. */
export default function MoveQuestions({ loaderData: { course, total } }: Route.ComponentProps) {
  const { t } = useLingui()
  const params = { courseId: course._id }
  const count = formatCount(total)
  const draft = draftIn(useLocation().state)
  return (
    <Container>
      <PageMeta title={t`Questions of ${{ title: isolate(course.title) }}: import and export`} />
      <PageHeader
        title={t`Import and export questions`}
        text={<span {...writtenIn()}>{course.title}</span>}
        back={studioPaths.createLecture(course._id)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section aria-labelledby="import">
          <h2 id="import" className="mb-3 text-xl">
            <Trans>Import</Trans>
          </h2>
          <ImportForm key={course._id} courseId={course._id} draft={draft} />
        </section>
        <section aria-labelledby="export">
          <h2 id="export" className="mb-3 text-xl">
            <Trans>Export</Trans>
          </h2>
          <Card>
            {total === 0 ? (
              <p className="text-muted">
                <Trans>This course has no questions yet.</Trans>
              </p>
            ) : (
              <>
                <p className="mb-4 max-w-prose text-muted">
                  {t`All ${count} questions of this course. Most learning systems read GIFT; CSV opens in spreadsheets. Both can be imported here again without any loss.`}
                </p>
                <div className="flex flex-wrap gap-3">
                  <a
                    href={pathOf(calls.quizTransfer.exportGift, params)}
                    download
                    className={buttonClass({ variant: 'secondary' })}
                  >
                    <Download aria-hidden="true" className="size-4.5" />
                    <Trans>Download as GIFT</Trans>
                  </a>
                  <a
                    href={pathOf(calls.quizTransfer.exportCsv, params)}
                    download
                    className={buttonClass({ variant: 'secondary' })}
                  >
                    <Download aria-hidden="true" className="size-4.5" />
                    <Trans>Download as CSV</Trans>
                  </a>
                </div>
              </>
            )}
          </Card>
        </section>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return (
    <StudioError
      error={error}
      title={t`Import and export questions`}
      back={studioPaths.createLecture(params.courseId)}
    />
  )
}
