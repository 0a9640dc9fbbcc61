import type { AdminUser } from '@virtual-courses/contract'
import { useState } from 'react'
import { formatCount } from '#lib/format.ts'
import { ReaderTime } from '#lib/reader-time.tsx'
import { roleName } from '#lib/role-name.ts'
import { TimeSince } from '#lib/time-since.tsx'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { type Column, Table } from '#ui/table.tsx'
import { type UserAct, UserDecision } from './user-decision.tsx'
import { UserMenu } from './user-menu.tsx'
import { UserState } from './user-state.tsx'

type Props = { users: readonly AdminUser[]; ownId: string }
type Asked = { user: AdminUser; act: UserAct }

const Person = ({ user, own }: { user: AdminUser; own: boolean }) => (
  <span className={cx('flex min-w-0 gap-3', user.reason ? 'items-start' : 'items-center')}>
    <Avatar name={user.name} photo={user.photoUrl} />
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 leading-snug font-semibold wrap-anywhere">
        {user.name}
        {own && <Badge tone="primary">You</Badge>}
        {user.role === 'admin' && !user.emailProven && <Badge tone="accent">Email not verified</Badge>}
      </span>
      <span className="block text-sm leading-snug text-muted wrap-anywhere">{user.email}</span>
      {user.reason && (
        <span className="mt-1.5 block border-l-2 border-danger pl-2 text-sm leading-snug wrap-anywhere">
          {user.reason}
        </span>
      )}
    </span>
  </span>
)

/** What ties an account to the house, in words. */
function ties({ courseCount, enrolmentCount }: AdminUser): string[] {
  const parts: string[] = []
  if (courseCount > 0) parts.push(`${formatCount(courseCount)} ${courseCount === 1 ? 'course' : 'courses'}`)
  if (enrolmentCount > 0)
    parts.push(`${formatCount(enrolmentCount)} ${enrolmentCount === 1 ? 'enrollment' : 'enrollments'}`)
  return parts
}

const Ties = ({ user }: { user: AdminUser }) => {
  const parts = ties(user)
  if (parts.length === 0) return <span className="text-muted">Nothing yet</span>
  return parts.map((part) => (
    <span key={part} className="block whitespace-nowrap">
      {part}
    </span>
  ))
}

const Seen = ({ iso }: { iso: string | null }) =>
  iso === null ? <span className="text-muted">No active session</span> : <TimeSince iso={iso} />

/** Accounts: a table where there is room, cards where there is not. */
export function UserList({ users, ownId }: Props) {
  const wide = useWideScreen()
  const [asked, setAsked] = useState<Asked | null>(null)
  const menu = (user: AdminUser) => (
    <UserMenu user={user} own={user._id === ownId} onAsk={(act) => setAsked({ user, act })} />
  )
  const columns: Column<AdminUser>[] = [
    {
      key: 'user',
      header: 'User',
      className: 'w-full min-w-60',
      cell: (user) => <Person user={user} own={user._id === ownId} />,
    },
    { key: 'role', header: 'Role', cell: (user) => roleName[user.role] },
    { key: 'state', header: 'Status', cell: (user) => <UserState state={user.state} /> },
    { key: 'ties', header: 'Has', className: 'tabular text-sm', cell: (user) => <Ties user={user} /> },
    {
      key: 'joined',
      header: 'Joined',
      className: 'tabular text-sm whitespace-nowrap',
      cell: (user) => <ReaderTime iso={user.createdAt} />,
    },
    {
      key: 'seen',
      header: 'Last active',
      className: 'tabular text-sm whitespace-nowrap',
      cell: (user) => <Seen iso={user.lastSeenAt} />,
    },
    { key: 'actions', header: <span className="sr-only">Actions</span>, align: 'end', cell: menu },
  ]
  return (
    <>
      {wide !== false && (
        <Table
          caption="Users"
          captionHidden
          columns={columns}
          rows={users}
          rowKey={(user) => user._id}
          className="max-lg:hidden [&_td]:px-3 [&_th]:px-3 [&_:is(td,th):first-child]:pl-5"
        />
      )}
      {wide !== true && (
        <ul aria-label="Users" className="grid gap-3 lg:hidden">
          {users.map((user) => (
            <Card as="li" key={user._id} className="p-4 sm:p-4">
              <div className="flex items-start justify-between gap-2">
                <Person user={user} own={user._id === ownId} />
                {menu(user)}
              </div>
              <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
                <div>
                  <dt className="text-muted">Role</dt>
                  <dd>{roleName[user.role]}</dd>
                </div>
                <div>
                  <dt className="text-muted">State</dt>
                  <dd className="mt-0.5">
                    <UserState state={user.state} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted">Has</dt>
                  <dd className="tabular">
                    <Ties user={user} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted">Last active</dt>
                  <dd className="tabular">
                    <Seen iso={user.lastSeenAt} />
                  </dd>
                </div>
              </dl>
            </Card>
          ))}
        </ul>
      )}
      {asked && (
        <UserDecision
          key={`${asked.act} ${asked.user._id}`}
          user={asked.user}
          act={asked.act}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
