import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StudentEntries } from '#features/studio/students/student-entries.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/student.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

type Data = { course: { _id: string; title: string }; answer: ReplyOf<typeof calls.completion.student> }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const [{ _id, title }, answer] = await Promise.all([
    ownCourse(reading),
    reading.api(calls.completion.student, { params: reading.params }),
  ])
  return { course: { _id, title }, answer }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** What a student has completed of a course, and the correction of it. */
export default function StudentPage({ loaderData: { course, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const name = isolate(answer.student.name)
  return (
    <Container width="text">
      <PageMeta title={t`What ${name} has completed`} />
      <PageHeader
        title={t`What ${name} has completed`}
        text={<span {...writtenIn()}>{course.title}</span>}
        back={studioPaths.courseStudents(course._id)}
      />
      <StudentEntries key={answer.student._id} courseId={course._id} first={answer} />
      <p className="mt-6 text-sm text-muted">
        <Trans>
          A course that was completed stays so, whatever you correct. A certificate that should not count can be
          withdrawn on its page.
        </Trans>
      </p>
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return (
    <StudioError
      error={error}
      title={t`What a student has completed`}
      back={studioPaths.courseStudents(params.courseId)}
    />
  )
}
