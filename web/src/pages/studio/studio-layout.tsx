import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BookOpen, Gauge, IndianRupee, Radio, Star, TicketPercent, Users } from 'lucide-react'
import { useRef } from 'react'
import { Outlet } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { WorkArea } from '#ui/layout/work-area.tsx'

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

/** The studio: the navigation of its sections beside each of its pages. */
export default function StudioLayout() {
  const { t } = useLingui()
  const role = useViewer()?.role
  // a session that has ended leaves the page as it is, with what was typed there
  const last = useRef(role)
  if (role) last.current = role
  return (
    <WorkArea label={t`Studio`} sections={sections} shown={last.current === 'educator'}>
      <Outlet />
    </WorkArea>
  )
}
