import type { User } from '@virtual-courses/contract'
import { BookOpen, CreditCard, LogOut, UserRound } from 'lucide-react'
import { available } from '#app/features.ts'
import type { Purchase } from '#features/enrolments/use-purchase.ts'
import { paths } from '#lib/paths.ts'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import { myCourses } from './bar-links.ts'
import { logOut } from './log-out.ts'

/** What the account menu offers; the menu of narrow screens offers the same. */
export function accountEntries(user: User, { busy, start }: Purchase): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (available.profile)
    entries.push({ label: 'My Profile', to: paths.profile, icon: <UserRound aria-hidden="true" /> })
  entries.push({ ...myCourses(user), icon: <BookOpen aria-hidden="true" /> })
  if (user.role === 'student') {
    entries.push({
      kind: 'action',
      label: busy ? 'Processing...' : 'Make Payment',
      icon: <CreditCard aria-hidden="true" />,
      disabled: busy,
      keepOpen: true,
      onSelect: () => start(user.enrolledCourses[0]?._id ?? null),
    })
  }
  entries.push(
    { kind: 'separator' },
    { kind: 'action', label: 'LogOut', icon: <LogOut aria-hidden="true" />, onSelect: logOut },
  )
  return entries
}
