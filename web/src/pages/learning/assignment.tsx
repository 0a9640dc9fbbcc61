import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type Viewer } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { AnswerSection } from '#features/assignments/answer-section.tsx'
import { TaskView } from '#features/assignments/task-view.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/assignment.ts'

const load = guarded('signedIn', async ({ api, params }: Reading<Route.LoaderArgs['params'], Viewer>) =>
  api(calls.assignments.read, { params: { lectureId: params.lectureId } }),
)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** An assignment: the task, and the own answer of a student; its educator sees the task as students do. */
export default function AssignmentPage({ loaderData: reply }: Route.ComponentProps) {
  const { t } = useLingui()
  const { assignment } = reply
  const { lectureId, courseId } = assignment
  const isOwn = assignment.version !== undefined
  return (
    <Container width="text">
      <PageMeta title={t`Assignment: ${{ title: isolate(assignment.title) }}`} />
      <PageHeader
        title={<bdi>{assignment.title}</bdi>}
        text={<span {...writtenIn()}>{assignment.courseTitle}</span>}
        back={paths.learn(courseId)}
        actions={
          isOwn && (
            <>
              <ButtonLink to={studioPaths.editAssignment(courseId, lectureId)} variant="secondary">
                <Trans>Edit</Trans>
              </ButtonLink>
              <ButtonLink to={studioPaths.answers({ assignment: lectureId })}>
                <Trans>See the answers</Trans>
              </ButtonLink>
            </>
          )
        }
      />
      <TaskView assignment={assignment} />
      {reply.closed !== 'educator' && <AnswerSection key={lectureId} reply={reply} />}
      {!isOwn && (
        <ButtonLink to={paths.learn(courseId)} variant="secondary" className="mt-6">
          <Trans>Back to the course</Trans>
        </ButtonLink>
      )}
    </Container>
  )
}
