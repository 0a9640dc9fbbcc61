import { useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { MessageCircleQuestionMark } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AskedList } from '#features/tutor/studio/asked-list.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/asked.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

type Data = { course: { _id: string; title: string }; asked: ReplyOf<typeof calls.tutor.asked> }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const { _id, title } = await ownCourse(reading)
  return { course: { _id, title }, asked: await reading.api(calls.tutor.asked, { params: reading.params }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AskedPage({ loaderData: { course, asked } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t`Asked and not found: ${{ title: isolate(course.title) }}`} />
      <PageHeader
        title={t`Asked and not found`}
        text={<span {...writtenIn()}>{course.title}</span>}
        back={paths.myCourses}
      />
      <p className="mb-6 max-w-prose text-muted">
        {t`Questions of students that the lectures of this course do not answer, without who asked them. Each is kept for 180 days after it was last asked.`}
      </p>
      {asked.questions.length === 0 ? (
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title={t`Nothing is missing so far`}
          text={t`When a student asks the tutor something that this course does not answer, it is counted here.`}
        />
      ) : (
        <AskedList courseId={course._id} asked={asked} />
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Asked and not found`} back={paths.myCourses} />
}
