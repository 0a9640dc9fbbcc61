import { api as calls } from '@virtual-courses/contract'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { CourseList } from '#features/admin/course-list.tsx'
import { ListFrame, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { CourseImage } from '#features/courses/course-image.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/courses.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: 'Course Management', text: 'Find courses, unlist them, and relist them.' }
const states = [
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
  { value: 'unlisted', label: 'Unlisted' },
] as const

const load = guarded('admin', async ({ api, url }) => {
  const search = url.searchParams
  const values = states.map(({ value }) => value)
  const query = { text: readText(search), state: readChoice(search, 'state', values), at: readPlace(search) }
  return { query, answer: await api(calls.admin.courses, { query: toCall(query) }) }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminCoursesPage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const show = (changes: Partial<Record<keyof typeof query, string>>) =>
    navigate({ search: searchOf({ ...query, ...changes, at: '' }) })
  return (
    <AdminFrame {...head}>
      <ListTools label="Search by title or educator" text={query.text} onSearch={(text) => show({ text })}>
        <Select
          aria-label="State"
          value={query.state}
          placeholder="All states"
          options={states}
          onChange={({ target }) => show({ state: target.value })}
        />
      </ListTools>
      <ListFrame
        noun={{ one: 'course', many: 'courses' }}
        total={answer.total}
        path={paths.adminCourses}
        filled={answer.courses.length > 0}
        pages={placesBeside(answer, (at) => `${paths.adminCourses}${searchOf({ ...query, at })}`)}
        emptyText="No one has created a course yet."
        searched={query.text !== '' || query.state !== ''}
      >
        <CourseList courses={answer.courses} picture={(course) => <CourseImage course={course} sizes="6rem" />} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
