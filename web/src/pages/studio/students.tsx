import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { SearchX, Users } from 'lucide-react'
import { useNavigate, useNavigation } from 'react-router'
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
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
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
export const clientLoader = inBrowser(load)

export default function StudentsPage({ loaderData: { query, answer, course } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { location } = useNavigation()
  const coming = location?.pathname === paths.courseStudents(course._id)
  const { students, total, lectureCount } = answer
  const isEmpty = total === 0 && query.text === ''
  const show = (next: StudentQuery) => navigate({ search: studentSearch(next) })
  return (
    <Container>
      <PageMeta title={`Students of ${isolate(course.title)}`} />
      <PageHeader
        title="Students"
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
                Download as CSV
              </a>
            )}
            <ButtonLink to={paths.courseInsight(course._id)} variant="secondary">
              Insight
            </ButtonLink>
            <ButtonLink to={paths.myReviews(course._id)} variant="secondary">
              Reviews of this course
            </ButtonLink>
          </>
        }
      />
      {isEmpty ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<Users />}
            title="No students yet"
            text={
              course.isPublished
                ? 'Students who enroll in this course appear here, with date and progress.'
                : 'This course is a draft. Publish it, and students can find and enroll in it.'
            }
            action={
              course.isPublished ? (
                <ButtonLink to={paths.coursePreview(course._id)}>View as a student</ButtonLink>
              ) : (
                <ButtonLink to={paths.editCourse(course._id)}>Edit the course</ButtonLink>
              )
            }
          />
        </Card>
      ) : (
        <>
          <div className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
            <SearchBox
              label="Search students"
              text={query.text}
              onSearch={(text) => show({ ...query, text, at: '' })}
            />
            <Select
              aria-label="Sort by"
              value={query.sort}
              options={Object.entries(studentSorts).map(([value, label]) => ({ value, label }))}
              // the options are the keys of `studentSorts`
              onChange={({ target }) => show({ ...query, sort: target.value as StudentSort, at: '' })}
            />
          </div>
          <h2 aria-live="polite" className="mb-4 font-sans text-base font-medium tracking-normal text-muted">
            {`${formatCounted(total)} ${total === 1 ? 'student' : 'students'}${query.text ? ` for “${isolate(query.text)}”` : ''}`}
          </h2>
          <div aria-busy={coming} className={cx('transition-opacity', coming && 'opacity-60')}>
            {students.length > 0 ? (
              <StudentList
                students={students}
                lectureCount={lectureCount}
                caption={`Students of ${isolate(course.title)}`}
              />
            ) : (
              <Card>
                <EmptyState
                  icon={<SearchX />}
                  title="No students found"
                  text="No name matches your search."
                  action={
                    <ButtonLink to={paths.courseStudents(course._id)} variant="secondary">
                      Show all students
                    </ButtonLink>
                  }
                />
              </Card>
            )}
          </div>
          <div className="mt-8">
            <Pagination
              {...placesBeside(answer, (at) => `${paths.courseStudents(course._id)}${studentSearch({ ...query, at })}`)}
            />
          </div>
        </>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <StudioError error={error} title="Students" back={paths.myCourses} />
}
