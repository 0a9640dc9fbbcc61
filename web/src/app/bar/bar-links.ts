import type { User } from '@virtual-courses/contract'
import { paths } from '#lib/paths.ts'

export type BarLink = { label: string; to: string }

/** The link to the user's courses: those that a student bought, or an educator teaches. */
export const myCourses = (user: User): BarLink => ({
  label: 'My Courses',
  to: user.role === 'educator' ? paths.myCourses : paths.enrolledCourses,
})

/** The links of the bar on wide screens; on narrow ones they come first in the menu. */
export function barLinks(user: User | null): BarLink[] {
  const links: BarLink[] = [
    { label: 'Courses', to: paths.allCourses },
    { label: 'Search with AI', to: paths.searchWithAi },
  ]
  if (user?.role === 'educator') links.push({ label: 'Dashboard', to: paths.dashboard })
  if (user?.role === 'admin') links.push({ label: 'Admin Panel', to: paths.adminDashboard })
  return links
}
