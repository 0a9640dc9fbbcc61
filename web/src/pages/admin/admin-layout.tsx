import { useLingui } from '@lingui/react/macro'
import {
  BookOpen,
  FileText,
  Gauge,
  HardDrive,
  Landmark,
  Layers,
  type LucideIcon,
  MessageCircleQuestionMark,
  Receipt,
  Scale,
  ScrollText,
  SearchX,
  Settings,
  Star,
  TicketPercent,
  Users,
} from 'lucide-react'
import { useRef } from 'react'
import { Outlet } from 'react-router'
import { PaletteButton } from '#app/palette/palette-button.tsx'
import { adminPlaces } from '#app/work-sections.ts'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { WorkArea } from '#ui/layout/work-area.tsx'

const icons: Record<string, LucideIcon> = {
  [paths.adminDashboard]: Gauge,
  [adminPaths.users]: Users,
  [adminPaths.courses]: BookOpen,
  [adminPaths.reviews]: Star,
  [adminPaths.posts]: MessageCircleQuestionMark,
  [adminPaths.orders]: Receipt,
  [adminPaths.money]: Scale,
  [adminPaths.payouts]: Landmark,
  [adminPaths.coupons]: TicketPercent,
  [adminPaths.bundles]: Layers,
  [adminPaths.searches]: SearchX,
  [adminPaths.storage]: HardDrive,
  [adminPaths.pages]: FileText,
  [adminPaths.audit]: ScrollText,
  [adminPaths.settings]: Settings,
}
const sections = adminPlaces.map((place) => ({ ...place, Icon: icons[place.to] ?? Gauge }))

/** The admin area: the navigation of its sections beside each of its pages. */
export default function AdminLayout() {
  const { t } = useLingui()
  const role = useViewer()?.role
  // a session that has ended leaves the page as it is, with what was typed there
  const last = useRef(role)
  if (role) last.current = role
  return (
    <WorkArea label={t`Admin`} sections={sections} shown={last.current === 'admin'} action={role && <PaletteButton />}>
      <Outlet />
    </WorkArea>
  )
}
