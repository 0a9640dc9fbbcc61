import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { SearchX, Users } from 'lucide-react'
import { useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StudentList } from '#features/studio/course/student-list.tsx'
import {
  readStudentQuery,
  type StudentQuery,
  type StudentSort,
  studentSearch,
  studentSorts,
  toStudentCall,
} from '#features/studio/course/student-query.ts'
import { formatCounted, placesBeside } from '#lib/list-place.ts'
import { useChoices } from '#lib/navigation/use-choices.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/students.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

type Data = {
  query: StudentQuery
  answer: ReplyOf<typeof calls.courses.students>
  course: { _id: string; title: string; isPublished: boolean }
}

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const query = readStudentQuery(reading.url.searchParams)
  const [{ _id, title, isPublished }, answer] = await Promise.all([
    ownCourse(reading),
    reading.api(calls.courses.students, { params: reading.params, query: toStudentCall(query) }),
  ])
  return { query, answer, course: { _id, title, isPublished } }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function StudentsPage({ loaderData: { query, answer, course } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { location } = useNavigation()
  const coming = location?.pathname === studioPaths.courseStudents(course._id)
  const { students, total, lectureCount } = answer
  const count = total
  const number = formatCounted(total)
  const searched = isolate(query.text)
  const isEmpty = total === 0 && query.text === ''
  const [chosen, show] = useChoices(query, (next) => ({ search: studentSearch(next) }))
  return (
    <Container>
      <PageMeta title={t`Students of ${{ title: isolate(course.title) }}`} />
      <PageHeader
        title={t`Students`}
        text={<span {...writtenIn()}>{course.title}</span>}
        back={paths.myCourses}
        actions={
          <>
            {!isEmpty && (
              <a
                href={calls.courses.exportStudents.path.replace(':courseId', encodeURIComponent(course._id))}
                download
                className={buttonClass({ variant: 'secondary' })}
              >
                <Trans>Download as CSV</Trans>
              </a>
            )}
            <ButtonLink to={studioPaths.announcements(course._id)} variant="secondary">
              <Trans>Announcements</Trans>
            </ButtonLink>
            <ButtonLink to={studioPaths.courseInsight(course._id)} variant="secondary">
              <Trans>Insight</Trans>
            </ButtonLink>
            <ButtonLink to={studioPaths.reviews(course._id)} variant="secondary">
              <Trans>Reviews of this course</Trans>
            </ButtonLink>
          </>
        }
      />
      {isEmpty ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<Users />}
            title={t`No students yet`}
            text={
              course.isPublished
                ? t`Students who enroll in this course appear here, with date and progress.`
                : t`This course is a draft. Publish it, and students can find and enroll in it.`
            }
            action={
              course.isPublished ? (
                <ButtonLink to={studioPaths.coursePreview(course._id)}>
                  <Trans>View as a student</Trans>
                </ButtonLink>
              ) : (
                <ButtonLink to={studioPaths.editCourse(course._id)}>
                  <Trans>Edit the course</Trans>
                </ButtonLink>
              )
            }
          />
        </Card>
      ) : (
        <>
          <div className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
            <SearchBox label={t`Search students`} text={query.text} onSearch={(text) => show({ text })} />
            <Select
              aria-label={t`Sort by`}
              value={chosen.sort}
              options={Object.entries(studentSorts).map(([value, label]) => ({ value, label: t(label) }))}
              // the options are the keys of `studentSorts`
              onChange={({ target }) => show({ sort: target.value as StudentSort })}
            />
          </div>
          <h2 aria-live="polite" className="mb-4 font-sans text-base font-medium tracking-normal text-muted">
            {searched === ''
              ? t`${plural(count, { one: `${number} student`, other: `${number} students` })}`
              : t`${plural(count, { one: `${number} student`, other: `${number} students` })} for “${searched}”`}
          </h2>
          <div aria-busy={coming} className={cx('transition-opacity', coming && 'opacity-60')}>
            {students.length > 0 ? (
              <StudentList
                courseId={course._id}
                students={students}
                lectureCount={lectureCount}
                caption={t`Students of ${{ title: isolate(course.title) }}`}
              />
            ) : (
              <Card>
                <EmptyState
                  icon={<SearchX />}
                  title={t`No students found`}
                  text={t`No name matches your search.`}
                  action={
                    <ButtonLink to={studioPaths.courseStudents(course._id)} variant="secondary">
                      <Trans>Show all students</Trans>
                    </ButtonLink>
                  }
                />
              </Card>
            )}
          </div>
          <div className="mt-8">
            <Pagination
              {...placesBeside(
                answer,
                (at) => `${studioPaths.courseStudents(course._id)}${studentSearch({ ...query, at })}`,
              )}
            />
          </div>
        </>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Students`} back={paths.myCourses} />
}
