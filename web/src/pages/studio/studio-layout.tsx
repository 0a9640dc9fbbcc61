import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BookOpen, Gauge, IndianRupee, Radio, Star, TicketPercent, Users } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { cx } from '#ui/cx.ts'

/** `within` matches the addresses of the pages below a section. */
const sections = [
  { label: msg`Dashboard`, to: paths.dashboard, Icon: Gauge, within: /^\/dashboard/ },
  {
    label: msg`Courses`,
    to: paths.myCourses,
    Icon: BookOpen,
    within: /^\/(courses$|courses\/[^/]+\/insight|createcourses|addcourses|createlecture|editlecture)/,
  },
  { label: msg`Students`, to: paths.myStudents, Icon: Users, within: /^\/(students|courses\/[^/]+\/students)/ },
  { label: msg`Reviews`, to: paths.myReviews(), Icon: Star, within: /^\/reviews/ },
  { label: msg`Live`, to: paths.myLiveSessions, Icon: Radio, within: /^\/livesessions/ },
  { label: msg`Offers`, to: paths.myCoupons, Icon: TicketPercent, within: /^\/offers/ },
  { label: msg`Earnings`, to: paths.earnings, Icon: IndianRupee, within: /^\/earnings/ },
]

/** The navigation of the studio above each of its pages. */
export default function StudioLayout() {
  const { t } = useLingui()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // on a phone the section may lie outside the row
  useLayoutEffect(() => {
    const { current: row } = list
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && link && pathname) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [pathname])
  return (
    <>
      {viewer?.role === 'educator' && (
        <nav aria-label={t`Studio`} className="border-b border-line bg-surface">
          <ul ref={list} className="shell relative flex gap-1 overflow-x-auto py-1.5 [scrollbar-width:none]">
            {sections.map(({ label, to, Icon, within }) => {
              const here = within.test(pathname)
              return (
                <li key={to} className="shrink-0">
                  <Link
                    to={to}
                    aria-current={here ? 'page' : undefined}
                    className={cx(
                      'flex min-h-10 items-center gap-2 rounded-md px-3 text-[0.9375rem] font-medium transition-colors focus-visible:-outline-offset-2',
                      here ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
                    <span>{t(label)}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      )}
      <Outlet />
    </>
  )
}
