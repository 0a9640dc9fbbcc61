import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminUser, api as calls, isolate } from '@virtual-courses/contract'
import { Ban, Download, EllipsisVertical, KeyRound, RotateCcw, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { roleNames } from '#lib/text/labels.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { iconButtonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { PageBox, RowBox } from './lists/select-box.tsx'
import type { Selection } from './lists/selection.ts'
import { selectColumn } from './lists/with-bulk.tsx'
import { type Confirmed, type UserAct, UserDecision } from './user-decision.tsx'

type UserMenuProps = { user: AdminUser; own: boolean; onAsk: (act: UserAct) => void }

/** Menu of an account. Admins can only download their own. */
function UserMenu({ user, own, onAsk }: UserMenuProps) {
  const { t } = useLingui()
  const act = (label: string, kind: UserAct, Icon: typeof Ban, danger = false) => ({
    kind: 'action' as const,
    label,
    icon: <Icon aria-hidden="true" />,
    danger,
    onSelect: () => onAsk(kind),
  })
  const download = {
    kind: 'action' as const,
    label: t`Download data`,
    icon: <Download aria-hidden="true" />,
    // a download: the page stays
    onSelect: () =>
      window.location.assign(calls.admin.exportUser.path.replace(':userId', encodeURIComponent(user._id))),
  }
  const entries = own
    ? [download]
    : [
        act(t`Change role`, 'role', UserCog),
        user.state === 'active' ? act(t`Suspend`, 'suspend', Ban) : act(t`End suspension`, 'restore', RotateCcw),
        ...(user.secondStep ? [act(t`Remove second step`, 'factors', KeyRound)] : []),
        download,
        { kind: 'separator' as const },
        act(t`Delete account`, 'delete', Trash2, true),
      ]
  return (
    <Menu label={t`Actions for ${{ user: isolate(user.name) }}`} entries={entries} triggerClass={iconButtonClass()}>
      <EllipsisVertical aria-hidden="true" />
    </Menu>
  )
}

/** Badge of an account's status. */
const UserState = ({ state }: Pick<AdminUser, 'state'>) => (
  <Badge tone={state === 'active' ? 'success' : 'danger'} dot>
    {state === 'active' ? <Trans>Active</Trans> : <Trans>Suspended</Trans>}
  </Badge>
)

type Props = { users: readonly AdminUser[]; ownId: string; confirmed: Confirmed; selection: Selection }
type Decision = { user: AdminUser; act: UserAct }

const UserCell = ({ user, own }: { user: AdminUser; own: boolean }) => (
  <span className={cx('flex min-w-0 gap-3', user.reason ? 'items-start' : 'items-center')}>
    <Avatar name={user.name} photo={user.photoUrl} />
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 leading-snug font-semibold wrap-anywhere">
        <span {...writtenIn()}>{user.name}</span>
        {own && (
          <Badge tone="primary">
            <Trans>You</Trans>
          </Badge>
        )}
        {user.role === 'admin' && !user.emailProven && (
          <Badge tone="accent">
            <Trans>Email not verified</Trans>
          </Badge>
        )}
      </span>
      <span className="block text-sm leading-snug text-muted wrap-anywhere">{user.email}</span>
      {user.reason && (
        <span
          {...writtenIn()}
          className="mt-1.5 block border-s-2 border-danger ps-2 text-sm leading-snug wrap-anywhere"
        >
          {user.reason}
        </span>
      )}
    </span>
  </span>
)

/** The numbers of an account's courses and enrolments. */
function Activity({ user: { courseCount, enrolmentCount } }: { user: AdminUser }) {
  const { t } = useLingui()
  const parts: string[] = []
  if (courseCount > 0) parts.push(t`${plural({ count: courseCount }, { one: '# course', other: '# courses' })}`)
  if (enrolmentCount > 0)
    parts.push(t`${plural({ count: enrolmentCount }, { one: '# enrollment', other: '# enrollments' })}`)
  if (parts.length === 0)
    return (
      <span className="text-muted">
        <Trans>Nothing yet</Trans>
      </span>
    )
  return parts.map((part) => (
    <span key={part} className="block whitespace-nowrap">
      {part}
    </span>
  ))
}

const LastSeen = ({ iso }: { iso: string | null }) =>
  iso === null ? (
    <span className="text-muted">
      <Trans>No active session</Trans>
    </span>
  ) : (
    <TimeSince iso={iso} />
  )

/** Accounts: a table on wide screens, cards on narrow ones. */
export function UserList({ users, ownId, confirmed, selection }: Props) {
  const { t } = useLingui()
  const wide = useWideScreen()
  const [decision, setDecision] = useState<Decision | null>(null)
  const menu = (user: AdminUser) => (
    <UserMenu user={user} own={user._id === ownId} onAsk={(act) => setDecision({ user, act })} />
  )
  const columns: Column<AdminUser>[] = [
    selectColumn(selection, ({ name }) => name),
    {
      key: 'user',
      header: <Trans>User</Trans>,
      className: 'w-full min-w-60',
      cell: (user) => <UserCell user={user} own={user._id === ownId} />,
    },
    { key: 'role', header: <Trans>Role</Trans>, cell: (user) => t(roleNames[user.role]) },
    { key: 'state', header: <Trans>Status</Trans>, cell: (user) => <UserState state={user.state} /> },
    {
      key: 'activity',
      header: <Trans>Has</Trans>,
      className: 'tabular text-sm',
      cell: (user) => <Activity user={user} />,
    },
    {
      key: 'joined',
      header: <Trans>Joined</Trans>,
      className: 'tabular text-sm whitespace-nowrap',
      cell: (user) => <ReaderTime iso={user.createdAt} />,
    },
    {
      key: 'seen',
      header: <Trans>Last active</Trans>,
      className: 'tabular text-sm whitespace-nowrap',
      cell: (user) => <LastSeen iso={user.lastSeenAt} />,
    },
    {
      key: 'actions',
      header: (
        <span className="sr-only">
          <Trans>Actions</Trans>
        </span>
      ),
      align: 'end',
      cell: menu,
    },
  ]
  return (
    <>
      {wide !== false && (
        <Table
          caption={t`Users`}
          captionHidden
          columns={columns}
          rows={users}
          rowKey={(user) => user._id}
          className="max-lg:hidden [&_td]:px-3 [&_th]:px-3 [&_:is(td,th):first-child]:ps-5"
        />
      )}
      {wide !== true && <PageBox selection={selection} className="mb-3 lg:hidden" />}
      {wide !== true && (
        <ul aria-label={t`Users`} className="grid gap-3 lg:hidden">
          {users.map((user) => (
            <Card as="li" key={user._id} className="p-4 sm:p-4">
              <div className="flex items-start gap-2">
                <RowBox id={user._id} name={user.name} selection={selection} />
                <div className="min-w-0 flex-1">
                  <UserCell user={user} own={user._id === ownId} />
                </div>
                {menu(user)}
              </div>
              <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
                <div>
                  <dt className="text-muted">
                    <Trans>Role</Trans>
                  </dt>
                  <dd>{t(roleNames[user.role])}</dd>
                </div>
                <div>
                  <dt className="text-muted">
                    <Trans context="status">State</Trans>
                  </dt>
                  <dd className="mt-0.5">
                    <UserState state={user.state} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted">
                    <Trans>Has</Trans>
                  </dt>
                  <dd className="tabular">
                    <Activity user={user} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted">
                    <Trans>Last active</Trans>
                  </dt>
                  <dd className="tabular">
                    <LastSeen iso={user.lastSeenAt} />
                  </dd>
                </div>
              </dl>
            </Card>
          ))}
        </ul>
      )}
      {decision && (
        <UserDecision
          key={`${decision.act} ${decision.user._id}`}
          user={decision.user}
          act={decision.act}
          confirmed={confirmed}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  )
}
