import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  BookOpen,
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
import { NavLink } from 'react-router'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { cx } from '#ui/cx.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Slot } from '#ui/slot.ts'

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
  { label: msg`Audit log`, to: paths.adminAudit, Icon: ScrollText },
  { label: msg`Settings`, to: paths.adminSettings, Icon: Settings },
]

type Props = { title: MessageDescriptor; text: MessageDescriptor | string; children: Slot }

/** Frame of the admin pages: navigation, heading and text. */
export function AdminFrame({ title, text, children }: Props) {
  const { t } = useLingui()
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-[12.5rem_minmax(0,1fr)]">
      <PageMeta title={t(title)} />
      <nav aria-label={t`Admin`} className="min-w-0 xl:pt-1">
        <ul className="flex flex-wrap gap-1 xl:sticky xl:top-[calc(var(--spacing-bar)+1.5rem)] xl:flex-col">
          {sections.map(({ label, to, Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  cx(
                    'flex min-h-10 items-center gap-2 rounded-md px-3 text-[0.9375rem] font-medium transition-colors xl:min-h-11 xl:gap-3 xl:px-3.5',
                    isActive ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
                  )
                }
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
                <span>{t(label)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <PageHeader title={t(title)} text={typeof text === 'string' ? text : t(text)} />
        <PartBoundary of={t(title)}>{children}</PartBoundary>
      </div>
    </Container>
  )
}
