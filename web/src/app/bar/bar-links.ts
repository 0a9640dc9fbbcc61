import type { Viewer } from '@virtual-courses/contract'
import { useCatalogueLinks } from '#lib/catalogue-links.ts'
import { paths } from '#lib/paths.ts'

export type BarLink = { label: string; to: string }

/** The link to the user's courses: those that a student bought, or an educator teaches. */
export const myCourses = (user: Viewer): BarLink => ({
  label: 'My Courses',
  to: user.role === 'educator' ? paths.myCourses : paths.enrolledCourses,
})

/** The links of the bar on wide screens; on narrow ones they come first in the menu. */
export function useBarLinks(user: Viewer | null): BarLink[] {
  const links: BarLink[] = [
    { label: 'Courses', to: useCatalogueLinks().all },
    { label: 'Search with AI', to: paths.searchWithAi },
  ]
  if (user?.role === 'educator') links.push({ label: 'Dashboard', to: paths.dashboard })
  if (user?.role === 'admin') links.push({ label: 'Admin Panel', to: paths.adminDashboard })
  return links
}
