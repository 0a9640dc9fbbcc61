import type { User } from '@virtual-courses/contract'
import { useMakePayment } from '#features/enrolments/use-make-payment.ts'
import { UnreadMark } from '#features/notifications/unread-badges.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Menu } from '#ui/menu.tsx'
import { accountEntries } from './account-entries.tsx'

/** The avatar and what belongs to the account. */
export function AccountMenu({ user }: { user: User }) {
  const payment = useMakePayment()
  const header = (
    <>
      <p className="truncate font-semibold">{user.name}</p>
      <p className="truncate text-sm text-muted">{user.email}</p>
    </>
  )
  return (
    <Menu
      label="Account menu"
      header={header}
      entries={accountEntries(user, payment)}
      triggerClass="relative rounded-full"
    >
      <Avatar name={user.name} photo={user.photoUrl} />
      {/* students have a bell for it */}
      {user.role !== 'student' && <UnreadMark className="-top-0.5 -right-0.5" />}
    </Menu>
  )
}
