import type { User } from '@virtual-courses/contract'
import { Avatar } from '#ui/avatar.tsx'
import { Menu } from '#ui/menu.tsx'
import { useAccountEntries } from './use-account-entries.tsx'

/** The avatar and what belongs to the account. */
export function AccountMenu({ user }: { user: User }) {
  const entries = useAccountEntries(user)
  const header = (
    <>
      <p className="truncate font-semibold">{user.name}</p>
      <p className="truncate text-sm text-muted">{user.email}</p>
    </>
  )
  return (
    <Menu label="Account menu" header={header} entries={entries} triggerClass="rounded-full">
      <Avatar name={user.name} photo={user.photoUrl} />
    </Menu>
  )
}
