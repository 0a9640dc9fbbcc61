import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { auditActions, api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { AuditList, actionNames } from '#features/admin/audit-list.tsx'
import { ListFrame, type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { ListExtras } from '#features/admin/lists/saved-filters.tsx'
import { useListChoices } from '#features/admin/lists/use-list-choices.ts'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/audit.ts'
import { AdminError } from './admin-error.tsx'

const head = {
  title: msg`Audit Log`,
  text: msg`Everything that admins have done. Entries cannot be changed or removed.`,
}

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} entry`, other: `${shown} entries` })}`,
  noneFound: msg`No entries found`,
  none: msg`No entries yet`,
  empty: msg`Changes to roles, suspensions, courses, reviews and settings will appear here.`,
  showAll: msg`Show all entries`,
}

const load = guarded('admin', async ({ api, url }) => {
  const search = url.searchParams
  const query = {
    text: readText(search),
    action: readChoice(search, 'action', auditActions),
    adminId: (search.get('adminId') ?? '').slice(0, 64),
    at: readPlace(search),
  }
  const [answer, { filters }] = await Promise.all([
    api(calls.admin.audit, { query: toCall(query) }),
    api(calls.savedFilters.list, { query: { list: 'audit' } }),
  ])
  return { query, answer, filters }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminAuditPage({ loaderData: { query, answer, filters } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [chosen, show] = useListChoices(query)
  return (
    <AdminFrame {...head}>
      <ListTools
        label={t`Search by name or text`}
        text={chosen.text}
        onSearch={(text) => show({ text })}
        onEarly={show}
      >
        <Select
          name="action"
          aria-label={t`Act`}
          value={chosen.action}
          placeholder={t`All actions`}
          options={auditActions.map((value) => ({ value, label: t(actionNames[value]) }))}
          onChange={({ target }) => show({ action: target.value })}
        />
        <Select
          name="adminId"
          aria-label={t`Admin`}
          value={chosen.adminId}
          placeholder={t`All admins`}
          options={answer.admins.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={({ target }) => show({ adminId: target.value })}
        />
      </ListTools>
      <ListExtras
        list="audit"
        path={adminPaths.audit}
        query={query}
        chosen={chosen}
        filters={filters}
        filled={answer.entries.length > 0}
        csv={{ path: calls.listExports.audit.path, file: 'audit-log.csv' }}
      />
      <ListFrame
        texts={texts}
        total={answer.total}
        path={adminPaths.audit}
        filled={answer.entries.length > 0}
        pages={placesBeside(answer, (at) => `${adminPaths.audit}${searchOf({ ...query, at })}`)}
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
