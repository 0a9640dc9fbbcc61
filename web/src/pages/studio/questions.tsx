import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, mostWaitingQuestions, type ReplyOf } from '@virtual-courses/contract'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { OwnQuestions } from '#features/questions/own-questions.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { useChoices } from '#lib/navigation/use-choices.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ResultList } from '#ui/layout/result-list.tsx'
import type { Route } from './+types/questions.ts'
import { readCourseChoices } from './course-choices.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Questions of my students`

type Query = { course: string | null; unanswered: boolean; at: string }
type Data = {
  query: Query
  answer: ReplyOf<typeof calls.questions.ofEducator>
  courses: { _id: string; title: string }[]
}

const load = guarded<unknown, Data>('educator', async ({ api, url: { searchParams: search } }) => {
  const query = { course: search.get('course'), unanswered: search.get('show') === 'unanswered', at: readPlace(search) }
  const [answer, courses] = await Promise.all([
    api(calls.questions.ofEducator, {
      query: {
        ...(query.course && { course: query.course }),
        ...(query.unanswered && { show: 'unanswered' as const }),
        ...(query.at && { cursor: query.at }),
      },
    }),
    readCourseChoices(api, query.course),
  ])
  return { query, answer, courses }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

const addressOf = ({ course, unanswered, at }: Query): string => {
  const search = new URLSearchParams({
    ...(course && { course }),
    ...(unanswered && { show: 'unanswered' }),
    ...(at && { at }),
  }).toString()
  return `${studioPaths.questions()}${search && `?${search}`}`
}

export default function QuestionsPage({ loaderData: { query, answer, courses } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [chosen, show] = useChoices(query, addressOf)
  const { location } = useNavigation()
  const { questions, waiting } = answer
  const shown = waiting >= mostWaitingQuestions ? `${mostWaitingQuestions}+` : String(waiting)
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} back={paths.dashboard} />
      <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <Field label={t`Course`}>
          <Select
            name="course"
            value={chosen.course ?? ''}
            placeholder={t`All courses`}
            options={courses.map((course) => ({ value: course._id, label: course.title }))}
            onChange={({ target }) => show({ course: target.value || null })}
          />
        </Field>
        <Field label={t`Which questions`}>
          <Select
            name="show"
            value={chosen.unanswered ? 'unanswered' : 'all'}
            options={[
              { value: 'all', label: t`All questions` },
              { value: 'unanswered', label: t`Those that wait for you` },
            ]}
            onChange={({ target }) => show({ unanswered: target.value === 'unanswered' })}
          />
        </Field>
      </div>
      <ResultList
        summary={
          waiting === 0
            ? t`No question waits for you`
            : t`${plural(waiting, { one: `${shown} question waits for you`, other: `${shown} questions wait for you` })}, the longest waiting first`
        }
        coming={location?.pathname === studioPaths.questions()}
        filled={questions.length > 0}
        empty={{
          icon: <MessageCircleQuestionMark />,
          title: t`No questions here`,
          text: t`Students ask beside the player. Their questions appear here.`,
          action:
            query.course === null && !query.unanswered ? (
              <ButtonLink to={paths.myCourses}>
                <Trans>Go to my courses</Trans>
              </ButtonLink>
            ) : (
              <ButtonLink to={studioPaths.questions()} variant="secondary">
                <Trans>Show all questions</Trans>
              </ButtonLink>
            ),
        }}
        pages={placesBeside(answer, (at) => addressOf({ ...query, at }))}
      >
        <OwnQuestions questions={questions} />
      </ResultList>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
