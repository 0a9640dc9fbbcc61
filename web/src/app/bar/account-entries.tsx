import type { User } from '@virtual-courses/contract'
import { Bell, BookOpen, CreditCard, Heart, LogOut, Star, UserRound } from 'lucide-react'
import { available } from '#app/features.ts'
import type { MakePayment } from '#features/enrolments/use-make-payment.ts'
import { UnreadCount } from '#features/notifications/unread-badges.tsx'
import { paths } from '#lib/paths.ts'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import { myCourses } from './bar-links.ts'
import { logOut } from './log-out.ts'

/** What the account menu offers; the menu of narrow screens offers the same. */
export function accountEntries(user: User, { busy, start }: MakePayment): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (available.profile)
    entries.push({ label: 'My Profile', to: paths.profile, icon: <UserRound aria-hidden="true" /> })
  entries.push({ ...myCourses(user), icon: <BookOpen aria-hidden="true" /> })
  if (user.role === 'educator')
    entries.push({ label: 'Reviews', to: paths.myReviews(), icon: <Star aria-hidden="true" /> })
  if (user.role === 'student' && available.wishlist)
    entries.push({ label: 'Wishlist', to: paths.wishlist, icon: <Heart aria-hidden="true" /> })
  if (user.role === 'student') {
    entries.push({
      kind: 'action',
      label: busy ? 'Processing...' : 'Make Payment',
      icon: <CreditCard aria-hidden="true" />,
      disabled: busy,
      keepOpen: true,
      onSelect: start,
    })
  }
  if (available.notifications)
    entries.push({
      label: 'Notifications',
      to: paths.notifications,
      icon: <Bell aria-hidden="true" />,
      aside: <UnreadCount />,
    })
  entries.push(
    { kind: 'separator' },
    { kind: 'action', label: 'LogOut', icon: <LogOut aria-hidden="true" />, onSelect: logOut },
  )
  return entries
}
