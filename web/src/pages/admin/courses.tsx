import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type AdminCourse, type BulkAct, bulkActs, api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { CourseList } from '#features/admin/course-list.tsx'
import { type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, toCall } from '#features/admin/list-query.ts'
import { ManagedList } from '#features/admin/lists/managed-list.tsx'
import { useListChoices } from '#features/admin/lists/use-list-choices.ts'
import { CourseImage } from '#features/courses/course-image.tsx'
import { readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/courses.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Course Management`, text: msg`Find courses, unlist them, and relist them.` }
const states = [
  { value: 'published', label: msg`Published` },
  { value: 'draft', label: msg`Draft` },
  { value: 'unlisted', label: msg`Unlisted` },
] as const

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} course`, other: `${shown} courses` })}`,
  noneFound: msg`No courses found`,
  none: msg`No courses yet`,
  empty: msg`No one has created a course yet.`,
  showAll: msg`Show all courses`,
}

const load = guarded('admin', async ({ api, url }) => {
  const search = url.searchParams
  const values = states.map(({ value }) => value)
  const query = { text: readText(search), state: readChoice(search, 'state', values), at: readPlace(search) }
  const [answer, { filters }, { last }] = await Promise.all([
    api(calls.admin.courses, { query: toCall(query) }),
    api(calls.savedFilters.list, { query: { list: 'courses' } }),
    api(calls.bulk.last, { query: { list: 'courses' } }),
  ])
  return { query, answer, filters, last }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

/** A draft is not listed: there is nothing to take back. */
const actsOf = ({ unlisted, isPublished }: AdminCourse): BulkAct[] =>
  unlisted ? ['relist'] : isPublished ? ['unlist'] : []

export default function AdminCoursesPage({ loaderData: { query, answer, filters, last } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [chosen, show] = useListChoices(query)
  return (
    <AdminFrame {...head}>
      <ListTools
        label={t`Search by title or educator`}
        text={chosen.text}
        onSearch={(text) => show({ text })}
        onEarly={show}
      >
        <Select
          name="state"
          aria-label={t({ message: 'State', context: 'status' })}
          value={chosen.state}
          placeholder={t({ message: 'All states', context: 'status' })}
          options={states.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={({ target }) => show({ state: target.value })}
        />
      </ListTools>
      <ManagedList
        list="courses"
        path={adminPaths.courses}
        query={query}
        chosen={chosen}
        answer={answer}
        rows={answer.courses}
        filters={filters}
        csv={{ path: calls.listExports.courses.path, file: 'courses.csv' }}
        texts={texts}
        actsOf={actsOf}
        acts={bulkActs.courses}
        last={last}
      >
        {(selection) => (
          <CourseList
            courses={answer.courses}
            picture={(course) => <CourseImage course={course} sizes="6rem" />}
            selection={selection}
          />
        )}
      </ManagedList>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
