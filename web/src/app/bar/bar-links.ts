import { useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { useCatalogueLinks } from '#lib/catalogue-links.ts'
import { paths } from '#lib/paths.ts'

export type BarLink = { label: string; to: string }

/** The link to the user's courses: those that a student bought, or an educator teaches. */
export function useMyCourses(user: Viewer): BarLink {
  const { t } = useLingui()
  return { label: t`My Courses`, to: user.role === 'educator' ? paths.myCourses : paths.enrolledCourses }
}

/** The links of the bar on wide screens; on narrow ones they come first in the menu. */
export function useBarLinks(user: Viewer | null): BarLink[] {
  const { t } = useLingui()
  const links: BarLink[] = [
    { label: t`Courses`, to: useCatalogueLinks().all },
    { label: t`Search with AI`, to: paths.searchWithAi },
  ]
  if (user?.role === 'educator') links.push({ label: t`Dashboard`, to: paths.dashboard })
  if (user?.role === 'admin') links.push({ label: t`Admin Panel`, to: paths.adminDashboard })
  return links
}
