import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { Download } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { ImportForm } from '#features/marks/import-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ownCourse } from '../own-course.ts'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/import-marks.ts'

type Data = { _id: string; title: string }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const { _id, title } = await ownCourse(reading)
  return { _id, title }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Marks of a course come in as the table that was downloaded and changed. */
export default function ImportMarks({ loaderData: { _id: courseId, title } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t`Marks of ${{ title: isolate(title) }}: import`} />
      <PageHeader
        title={t`Import marks`}
        text={<span {...writtenIn()}>{title}</span>}
        back={studioPaths.courseMarks(courseId)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section aria-labelledby="download">
          <h2 id="download" className="mb-3 text-xl">
            <Trans>1. Download and edit the table</Trans>
          </h2>
          <Card>
            <p className="max-w-prose text-muted">
              <Trans>
                Change marks in any spreadsheet and save it as CSV. Leave the student IDs, the heads of the columns and
                the last column as they are; other columns and lines may go. Empty cells change nothing, except where
                you empty marks that you had set: then the student’s own marks count again.
              </Trans>
            </p>
            <a
              href={pathOf(calls.marks.export, { courseId })}
              download
              className={cx(buttonClass({ variant: 'secondary' }), 'mt-4')}
            >
              <Download aria-hidden="true" className="size-4.5" />
              <Trans>Download as CSV</Trans>
            </a>
          </Card>
        </section>
        <section aria-labelledby="import">
          <h2 id="import" className="mb-3 text-xl">
            <Trans>2. Choose the edited table</Trans>
          </h2>
          <ImportForm key={courseId} courseId={courseId} />
        </section>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Import marks`} back={studioPaths.courseMarks(params.courseId)} />
}
