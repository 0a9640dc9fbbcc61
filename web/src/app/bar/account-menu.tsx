import type { User } from '@virtual-courses/contract'
import type { Purchase } from '#features/enrolments/use-purchase.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Menu } from '#ui/menu.tsx'
import { accountEntries } from './account-entries.tsx'

/** The avatar and what belongs to the account. */
export function AccountMenu({ user, payment }: { user: User; payment: Purchase }) {
  const header = (
    <>
      <p className="truncate font-semibold">{user.name}</p>
      <p className="truncate text-sm text-muted">{user.email}</p>
    </>
  )
  return (
    <Menu label="Account menu" header={header} entries={accountEntries(user, payment)} triggerClass="rounded-full">
      <Avatar name={user.name} photo={user.photoUrl} />
    </Menu>
  )
}
