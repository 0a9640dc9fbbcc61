import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { Download, NotebookPen } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseNotes } from '#features/notes/course-notes.tsx'
import { FoundNotes } from '#features/notes/found-notes.tsx'
import { NotedCourses } from '#features/notes/noted-courses.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/notes.ts'

type Data = {
  userId: string
  courses: ReplyOf<typeof calls.notes.courses>['courses']
  /** of the address; null on the page of all courses */
  course: ReplyOf<typeof calls.notes.ofCourse>['course'] | null
  query: string
  /** null without a search */
  found: ReplyOf<typeof calls.notes.find> | null
}

const longestQuery = 100

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer, url }) => {
  const { courseId } = params
  const userId = viewer._id
  if (courseId !== undefined) {
    const { course } = await api(calls.notes.ofCourse, { params: { courseId } })
    return { userId, courses: [], course, query: '', found: null }
  }
  const query = (url.searchParams.get('q') ?? '').slice(0, longestQuery)
  const at = readPlace(url.searchParams)
  const [{ courses }, found] = await Promise.all([
    api(calls.notes.courses),
    query.trim() === '' ? null : api(calls.notes.find, { query: { text: query, ...(at && { cursor: at }) } }),
  ])
  return { userId, courses, course: null, query, found }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** The own notes: by course, searched, or those of one course. */
export default function Notes({ loaderData: { userId, courses, course, query, found } }: Route.ComponentProps) {
  const { t } = useLingui()
  if (course)
    return (
      <Container width="text">
        <PageMeta title={t`Your notes`} />
        <PageHeader
          title={<bdi>{course.title}</bdi>}
          text={t`Your notes`}
          back={paths.notes()}
          actions={
            course.open && (
              <ButtonLink to={paths.learn(course._id)} variant="secondary">
                <Trans>Go to the course</Trans>
              </ButtonLink>
            )
          }
        />
        <CourseNotes key={course._id} userId={userId} courseId={course._id} />
      </Container>
    )
  const hrefFor = (at: string) =>
    `${paths.notes()}?${new URLSearchParams({ q: query, ...(at && { [placeName]: at }) })}`
  return (
    <Container width="text">
      <PageMeta title={t`Your notes`} />
      <PageHeader
        title={t`Your notes`}
        text={t`Only you can see your notes and bookmarks.`}
        back={paths.enrolledCourses}
        actions={
          courses.length > 0 && (
            <a href={pathOf(calls.notes.export)} download className={buttonClass({ variant: 'secondary' })}>
              <Download aria-hidden="true" className="size-4.5" />
              <span>
                <Trans>Download all as Markdown</Trans>
              </span>
            </a>
          )
        }
      />
      {courses.length === 0 ? (
        <EmptyState
          icon={<NotebookPen />}
          title={t`No notes yet`}
          text={t`Add notes and bookmarks beside the player. Each keeps its second; with a keyboard, press W or B.`}
          action={
            <ButtonLink to={paths.enrolledCourses}>
              <Trans>Go to my courses</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <>
          <search>
            <form action={paths.notes()} className="mb-6 flex gap-2">
              <div className="min-w-0 flex-1">
                <Input
                  key={query}
                  type="search"
                  name="q"
                  aria-label={t`Search all your notes`}
                  placeholder={t`Search all your notes`}
                  maxLength={longestQuery}
                  defaultValue={query}
                />
              </div>
              <Button type="submit" variant="secondary">
                <Trans>Search</Trans>
              </Button>
            </form>
          </search>
          {found ? (
            <>
              <FoundNotes notes={found.notes} />
              <div className="mt-8">
                <Pagination {...placesBeside(found, hrefFor)} />
              </div>
            </>
          ) : (
            <NotedCourses courses={courses} />
          )}
        </>
      )}
    </Container>
  )
}
