import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { ClipboardList, SearchX, Users } from 'lucide-react'
import { useNavigate, useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { MarksTable } from '#features/marks/marks-table.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/marks.ts'

type Data = { courseId: string; text: string; answer: ReplyOf<typeof calls.marks.ofCourse> }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async ({ api, params, url }) => {
  const text = (url.searchParams.get('text') ?? '').trim().slice(0, 100)
  const at = readPlace(url.searchParams)
  const answer = await api(calls.marks.ofCourse, {
    params,
    query: { ...(text && { text }), ...(at && { cursor: at }) },
  })
  return { courseId: params.courseId, text, answer }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

const addressOf = (courseId: string, text: string, at = '') => {
  const search = new URLSearchParams({ ...(text && { text }), ...(at && { [placeName]: at }) }).toString()
  return `${studioPaths.courseMarks(courseId)}${search && `?${search}`}`
}

/** Students and entries of a course with their marks. */
export default function Marks({ loaderData: { courseId, text, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { location } = useNavigation()
  const coming = location?.pathname === studioPaths.courseMarks(courseId)
  const { title, entries, students, total } = answer
  const count = formatCount(total)
  const isEmpty = total === 0 && text === ''
  return (
    <Container width="wide">
      <PageMeta title={t`Marks of ${{ title: isolate(title) }}`} />
      <PageHeader
        title={t`Marks`}
        text={<span {...writtenIn()}>{title}</span>}
        back={paths.myCourses}
        actions={
          <>
            {entries.length > 0 && !isEmpty && (
              <>
                <a
                  href={pathOf(calls.marks.export, { courseId })}
                  download
                  className={buttonClass({ variant: 'secondary' })}
                >
                  <Trans>Download as CSV</Trans>
                </a>
                <ButtonLink to={studioPaths.importMarks(courseId)} variant="secondary">
                  <Trans>Import marks</Trans>
                </ButtonLink>
              </>
            )}
            <ButtonLink to={studioPaths.courseStudents(courseId)} variant="secondary">
              <Trans>Students</Trans>
            </ButtonLink>
          </>
        }
      />
      {entries.length === 0 ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<ClipboardList />}
            title={t`Nothing to mark yet`}
            text={t`Add a quiz or an assignment to this course. The marks of all students appear here.`}
            action={
              <ButtonLink to={studioPaths.createLecture(courseId)}>
                <Trans>Edit the lectures</Trans>
              </ButtonLink>
            }
          />
        </Card>
      ) : isEmpty ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<Users />}
            title={t`No students yet`}
            text={t`Students who enroll in this course appear here, with their marks.`}
          />
        </Card>
      ) : (
        <>
          <div className="mb-5 max-w-md">
            <SearchBox
              label={t`Search students`}
              text={text}
              onSearch={(next) => navigate(addressOf(courseId, next))}
            />
          </div>
          <h2 aria-live="polite" className="mb-4 font-sans text-base font-medium tracking-normal text-muted">
            {text === ''
              ? t`${plural(total, { one: `${count} student`, other: `${count} students` })}`
              : t`${plural(total, { one: `${count} student`, other: `${count} students` })} for “${isolate(text)}”`}
          </h2>
          <div aria-busy={coming} className={cx('transition-opacity', coming && 'opacity-60')}>
            {students.length > 0 ? (
              <MarksTable
                courseId={courseId}
                entries={entries}
                students={students}
                caption={t`Marks of ${{ title: isolate(title) }}`}
              />
            ) : (
              <Card>
                <EmptyState icon={<SearchX />} title={t`No students found`} text={t`No name matches your search.`} />
              </Card>
            )}
          </div>
          <p className="mt-4 max-w-prose text-sm text-muted">
            <Trans>
              Of a quiz the best attempt counts, of an assignment the last marks, unless you have set others. The
              average counts each entry that has marks the same.
            </Trans>
          </p>
          <div className="mt-8">
            <Pagination {...placesBeside(answer, (at) => addressOf(courseId, text, at))} />
          </div>
        </>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Marks`} back={paths.myCourses} />
}
