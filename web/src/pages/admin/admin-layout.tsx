import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  BookOpen,
  FileText,
  Gauge,
  HardDrive,
  Landmark,
  Layers,
  Receipt,
  Scale,
  ScrollText,
  Settings,
  Star,
  TicketPercent,
  Users,
} from 'lucide-react'
import { useRef } from 'react'
import { Outlet } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { WorkArea } from '#ui/layout/work-area.tsx'

const sections = [
  { label: msg`Overview`, to: paths.adminDashboard, Icon: Gauge },
  { label: msg`Users`, to: paths.adminUsers, Icon: Users },
  { label: msg`Courses`, to: paths.adminCourses, Icon: BookOpen },
  { label: msg`Reviews`, to: paths.adminReviews, Icon: Star },
  { label: msg`Orders`, to: paths.adminOrders, Icon: Receipt },
  { label: msg`Money`, to: paths.adminMoney, Icon: Scale },
  { label: msg`Payouts`, to: paths.adminPayouts, Icon: Landmark },
  { label: msg`Coupons`, to: paths.adminCoupons, Icon: TicketPercent },
  { label: msg`Bundles`, to: paths.adminBundles, Icon: Layers },
  { label: msg`Storage`, to: paths.adminStorage, Icon: HardDrive },
  { label: msg({ message: 'Pages', context: 'admin' }), to: paths.adminPages, Icon: FileText },
  { label: msg`Audit log`, to: paths.adminAudit, Icon: ScrollText },
  { label: msg`Settings`, to: paths.adminSettings, Icon: Settings },
].map((section) => ({ ...section, within: new RegExp(`^${section.to}(/|$)`) }))

/** The admin area: the navigation of its sections beside each of its pages. */
export default function AdminLayout() {
  const { t } = useLingui()
  const role = useViewer()?.role
  // a session that has ended leaves the page as it is, with what was typed there
  const last = useRef(role)
  if (role) last.current = role
  return (
    <WorkArea label={t`Admin`} sections={sections} shown={last.current === 'admin'}>
      <Outlet />
    </WorkArea>
  )
}
