import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type Viewer } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { AssignmentForm } from '#features/studio/assignments/assignment-form.tsx'
import { AttachmentsCard } from '#features/studio/lectures/attachments-card.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ownCourse } from '../own-course.ts'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/edit-assignment.ts'

const load = guarded('educator', async (reading: Reading<Route.LoaderArgs['params'], Viewer>) => {
  const { lectureId } = reading.params
  const [course, { assignment }] = await Promise.all([
    ownCourse(reading),
    reading.api(calls.assignments.read, { params: { lectureId } }),
  ])
  return { course, assignment }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** The editor of an assignment. */
export default function EditAssignmentPage({ loaderData: { course, assignment } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { lectureId } = assignment
  return (
    <Container>
      <PageMeta title={t`Edit ${{ lectureTitle: isolate(assignment.title) }}`} />
      <PageHeader
        title={t`Edit assignment`}
        text={<span {...writtenIn(course.language)}>{course.title}</span>}
        back={studioPaths.createLecture(course._id)}
        actions={
          <>
            <ButtonLink to={paths.assignment(course._id, lectureId)} variant="secondary">
              <Trans>See it as students do</Trans>
            </ButtonLink>
            <ButtonLink to={studioPaths.answers({ assignment: lectureId })} variant="secondary">
              <Trans>See the answers</Trans>
            </ButtonLink>
          </>
        }
      />
      <AttachmentsCard
        key={`files ${lectureId}`}
        lectureId={lectureId}
        stored={assignment.files}
        text={t`Patterns, data or templates that students need for the task.`}
        send={(api, file, signal) =>
          api(calls.assignments.attach, { params: { lectureId }, body: {}, files: { file }, signal })
        }
      />
      <div className="mt-6">
        <AssignmentForm key={lectureId} stored={assignment} />
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Edit assignment`} back={studioPaths.createLecture(params.courseId)} />
}
