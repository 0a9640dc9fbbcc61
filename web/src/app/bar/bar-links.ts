import type { User } from '@virtual-courses/contract'
import { available } from '#app/features.ts'
import { paths } from '#lib/paths.ts'

export type BarLink = { label: string; to: string }

/** Where the account's own courses are: what a student bought, what an educator makes. */
export const myCourses = (user: User): BarLink => ({
  label: 'My Courses',
  to: user.role === 'educator' ? paths.myCourses : paths.enrolledCourses,
})

/** The links that stand in the bar itself on wide screens, and lead the menu on narrow ones. */
export function barLinks(user: User | null): BarLink[] {
  const links: BarLink[] = [{ label: 'Courses', to: paths.allCourses }]
  if (available.searchWithAi) links.push({ label: 'Search with AI', to: paths.searchWithAi })
  if (user?.role === 'educator' && available.dashboard) links.push({ label: 'Dashboard', to: paths.dashboard })
  else if (user?.role === 'educator') links.push(myCourses(user))
  if (user?.role === 'admin' && available.adminPanel) links.push({ label: 'Admin Panel', to: paths.adminDashboard })
  return links
}
