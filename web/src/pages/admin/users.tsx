import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type AdminUser, type BulkAct, bulkActs, api as calls, roles, userStates } from '@virtual-courses/contract'
import { useCallback } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { notConfirmed, useConfirmation } from '#features/accounts/security/use-confirmation.tsx'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { InvitedAdmins } from '#features/admin/invited-admins.tsx'
import { type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, toCall } from '#features/admin/list-query.ts'
import { ManagedList } from '#features/admin/lists/managed-list.tsx'
import { useListChoices } from '#features/admin/lists/use-list-choices.ts'
import type { Confirmed } from '#features/admin/user-decision.tsx'
import { UserList } from '#features/admin/user-list.tsx'
import { readPlace } from '#lib/list-place.ts'
import { roleNames } from '#lib/text/labels.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/users.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`User Management`, text: msg`Manage users here.` }

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} user`, other: `${shown} users` })}`,
  noneFound: msg`No users found`,
  none: msg`No users yet`,
  empty: msg`No one has signed up yet.`,
  showAll: msg`Show all users`,
}

const load = guarded('admin', async ({ api, url, viewer }) => {
  const search = url.searchParams
  const query = {
    text: readText(search),
    role: readChoice(search, 'role', roles),
    state: readChoice(search, 'state', userStates),
    at: readPlace(search),
  }
  const [answer, { invitations }, { filters }, { last }] = await Promise.all([
    api(calls.admin.users, { query: toCall(query) }),
    api(calls.invitations.list),
    api(calls.savedFilters.list, { query: { list: 'users' } }),
    api(calls.bulk.last, { query: { list: 'users' } }),
  ])
  return { query, ownId: viewer._id, answer, invitations, filters, last }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminUsersPage({ loaderData }: Route.ComponentProps) {
  const { query, ownId, answer, invitations, filters, last } = loaderData
  const { t } = useLingui()
  const confirmation = useConfirmation()
  const confirmed: Confirmed = async (work) => {
    const done = await confirmation.confirmed(work)
    return done === notConfirmed ? null : done
  }
  // no one acts on their own account
  const actsOf = useCallback(
    (user: AdminUser): BulkAct[] => (user._id === ownId ? [] : user.state === 'active' ? ['suspend'] : ['restore']),
    [ownId],
  )
  const [chosen, show] = useListChoices(query)
  return (
    <AdminFrame {...head}>
      <InvitedAdmins invitations={invitations} />
      <ListTools
        label={t`Search by name or address`}
        text={chosen.text}
        onSearch={(text) => show({ text })}
        onEarly={show}
      >
        <Select
          name="role"
          aria-label={t`Role`}
          value={chosen.role}
          placeholder={t`All roles`}
          options={roles.map((value) => ({ value, label: t(roleNames[value]) }))}
          onChange={({ target }) => show({ role: target.value })}
        />
        <Select
          name="state"
          aria-label={t({ message: 'State', context: 'status' })}
          value={chosen.state}
          placeholder={t({ message: 'All states', context: 'status' })}
          options={[
            { value: 'active', label: t`Active` },
            { value: 'suspended', label: t`Suspended` },
          ]}
          onChange={({ target }) => show({ state: target.value })}
        />
      </ListTools>
      <ManagedList
        list="users"
        path={adminPaths.users}
        query={query}
        chosen={chosen}
        answer={answer}
        rows={answer.users}
        filters={filters}
        csv={{ path: calls.listExports.users.path, file: 'users.csv' }}
        texts={texts}
        actsOf={actsOf}
        acts={bulkActs.users}
        last={last}
      >
        {(selection) => <UserList users={answer.users} ownId={ownId} confirmed={confirmed} selection={selection} />}
      </ManagedList>
      {confirmation.dialog}
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
