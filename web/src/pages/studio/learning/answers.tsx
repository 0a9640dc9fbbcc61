import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { Download, Inbox } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AnswerList } from '#features/assignments/answer-list.tsx'
import { type AnswerQuery, answerSearch, readAnswerQuery, toAnswerCall } from '#features/assignments/answer-query.ts'
import { placesBeside } from '#lib/list-place.ts'
import { useChoices } from '#lib/navigation/use-choices.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/answers.ts'

const title = msg`Answers to mark`
/** Number of courses in the filter, the newest. */
const choosable = 100

type Data = {
  query: AnswerQuery
  page: ReplyOf<typeof calls.assignments.answers>
  courses: { _id: string; title: string }[]
  /** that the address names; null without one */
  assignment: { lectureId: string; courseId: string; title: string } | null
}

const load = guarded<unknown, Data>('educator', async ({ api, url }) => {
  const query = readAnswerQuery(url.searchParams)
  const [page, own, named] = await Promise.all([
    api(calls.assignments.answers, { query: toAnswerCall(query) }),
    api(calls.courses.own, { query: { limit: choosable } }),
    query.assignment === null ? null : api(calls.assignments.read, { params: { lectureId: query.assignment } }),
  ])
  return {
    query,
    page,
    courses: own.courses.map(({ _id, title }) => ({ _id, title })),
    assignment: named && {
      lectureId: named.assignment.lectureId,
      courseId: named.assignment.courseId,
      title: named.assignment.title,
    },
  }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Answers of all courses of an educator: by default those that wait, the longest first. */
export default function AnswersPage({ loaderData: { query, page, courses, assignment } }: Route.ComponentProps) {
  const { t } = useLingui()
  const addressOf = (next: Partial<AnswerQuery>) =>
    `${studioPaths.answers()}${answerSearch({ ...query, at: '', ...next })}`
  const [chosen, show] = useChoices(query, addressOf)
  const filtered = query.state !== 'waiting' || query.course !== null || query.assignment !== null
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader
        title={t(title)}
        text={assignment ? <bdi>{assignment.title}</bdi> : t`What waits the longest comes first.`}
        back={paths.dashboard}
        actions={
          assignment && (
            <>
              <ButtonLink
                to={studioPaths.editAssignment(assignment.courseId, assignment.lectureId)}
                variant="secondary"
              >
                <Trans>Edit the assignment</Trans>
              </ButtonLink>
              <a
                href={pathOf(calls.assignments.archive, { lectureId: assignment.lectureId })}
                download
                className={buttonClass({ variant: 'secondary' })}
              >
                <Download aria-hidden="true" className="size-4.5" />
                <span>
                  <Trans>Download all answers (ZIP)</Trans>
                </span>
              </a>
            </>
          )
        }
      />
      <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <Field label={t`Show`}>
          <Select
            name="state"
            value={chosen.state}
            options={[
              { value: 'waiting', label: t`Those that wait` },
              { value: 'returned', label: t`Returned for changes` },
              { value: 'accepted', label: t`Accepted answers` },
              { value: 'all', label: t`All answers` },
            ]}
            onChange={({ target }) => show({ state: target.value as AnswerQuery['state'] })} // one of the options
          />
        </Field>
        {assignment ? (
          <div className="flex items-end">
            <ButtonLink to={addressOf({ assignment: null })} variant="secondary">
              <Trans>Show all assignments</Trans>
            </ButtonLink>
          </div>
        ) : (
          <Field label={t`Course`}>
            <Select
              name="course"
              value={chosen.course ?? ''}
              placeholder={t`All courses`}
              options={courses.map((course) => ({ value: course._id, label: course.title }))}
              onChange={({ target }) => show({ course: target.value || null })}
            />
          </Field>
        )}
      </div>
      {page.answers.length > 0 ? (
        <AnswerList answers={page.answers} />
      ) : (
        <Card>
          <EmptyState
            icon={<Inbox />}
            title={query.state === 'waiting' ? t`Nothing waits for you` : t`No answers here`}
            text={
              filtered
                ? t`No answer fits this choice.`
                : t`When a student hands in an answer to an assignment, it appears here. Add an assignment to a course on its page of lectures.`
            }
            action={
              filtered ? (
                <ButtonLink to={studioPaths.answers()} variant="secondary">
                  <Trans>Show all that wait</Trans>
                </ButtonLink>
              ) : (
                <ButtonLink to={paths.myCourses}>
                  <Trans>Go to my courses</Trans>
                </ButtonLink>
              )
            }
          />
        </Card>
      )}
      <div className="mt-8">
        <Pagination {...placesBeside(page, (at) => addressOf({ at }))} />
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
