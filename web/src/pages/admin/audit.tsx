import { auditActions, api as calls } from '@virtual-courses/contract'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { AuditList, actionNames } from '#features/admin/audit-list.tsx'
import { ListFrame, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/audit.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: 'Audit Log', text: 'Everything that admins have done. Entries cannot be changed or removed.' }

const load = guarded('admin', async ({ api, url }) => {
  const search = url.searchParams
  const query = {
    text: readText(search),
    action: readChoice(search, 'action', auditActions),
    adminId: (search.get('adminId') ?? '').slice(0, 64),
    at: readPlace(search),
  }
  return { query, answer: await api(calls.admin.audit, { query: toCall(query) }) }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminAuditPage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const show = (changes: Partial<Record<keyof typeof query, string>>) =>
    navigate({ search: searchOf({ ...query, ...changes, at: '' }) })
  return (
    <AdminFrame {...head}>
      <ListTools label="Search by name or text" text={query.text} onSearch={(text) => show({ text })}>
        <Select
          aria-label="Act"
          value={query.action}
          placeholder="All actions"
          options={auditActions.map((value) => ({ value, label: actionNames[value] }))}
          onChange={({ target }) => show({ action: target.value })}
        />
        <Select
          aria-label="Admin"
          value={query.adminId}
          placeholder="All admins"
          options={answer.admins.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={({ target }) => show({ adminId: target.value })}
        />
      </ListTools>
      <ListFrame
        noun={{ one: 'entry', many: 'entries' }}
        total={answer.total}
        path={paths.adminAudit}
        filled={answer.entries.length > 0}
        pages={placesBeside(answer, (at) => `${paths.adminAudit}${searchOf({ ...query, at })}`)}
        emptyText="Changes to roles, suspensions, courses, reviews and settings will appear here."
        searched={query.text !== '' || query.action !== '' || query.adminId !== ''}
      >
        <AuditList entries={answer.entries} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
