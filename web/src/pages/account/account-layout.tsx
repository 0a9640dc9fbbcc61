import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Bell, CircleUser, FileDown, ReceiptText, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { cx } from '#ui/cx.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'

const sections = [
  { label: msg`Address`, to: paths.account, Icon: CircleUser },
  { label: msg`Security`, to: paths.accountSecurity, Icon: ShieldCheck },
  { label: msg`Notifications`, to: paths.notificationSettings, Icon: Bell },
  { label: msg`Billing details`, to: paths.accountBilling, Icon: ReceiptText, studentsOnly: true },
  { label: msg`Your data`, to: paths.accountData, Icon: FileDown },
]

/** Where the parts of the one account page of earlier versions are now. */
const movedParts: Record<string, string> = {
  '#password': paths.accountSecurity,
  '#sessions': paths.sessions,
  '#notifications': paths.notificationSettings,
  '#billing': paths.accountBilling,
  '#data': paths.accountData,
  '#delete': `${paths.accountData}#delete`,
}

/** Frame of the account pages: heading and navigation. */
export default function AccountLayout() {
  const { t } = useLingui()
  const viewer = useViewer()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const moved = pathname === paths.account ? movedParts[hash] : undefined
  useEffect(() => {
    if (moved) void navigate(moved, { replace: true })
  }, [moved, navigate])
  return (
    <Container>
      <PageHeader
        title={t`Account`}
        text={t`How you sign in, what we tell you, and what becomes of your data.`}
        back={paths.profile}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label={t`Account`} className="min-w-0">
          <ul className="flex flex-wrap gap-1 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:flex-col">
            {sections
              .filter(({ studentsOnly }) => !studentsOnly || viewer?.role === 'student')
              .map(({ label, to, Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className={({ isActive }) =>
                      cx(
                        'flex min-h-10 items-center gap-2 rounded-md px-3 text-[0.9375rem] font-medium transition-colors lg:min-h-11 lg:gap-3 lg:px-3.5',
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
        <div className="max-w-3xl min-w-0">
          <Outlet />
        </div>
      </div>
    </Container>
  )
}
