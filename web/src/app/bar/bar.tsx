import { useLingui } from '@lingui/react/macro'
import { LogIn, UserRound, UserRoundPlus } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { useNext, withNext } from '#lib/navigation/safe-next.ts'
import { paths } from '#lib/paths.ts'
import { useSettings, useViewer } from '#lib/session/root-data.ts'
import { ButtonLink, iconButtonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Logo } from '#ui/logo.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useBarLinks } from './bar-links.ts'
import { PhoneMenuButton } from './phone-menu.tsx'
import { SearchField } from './search-field.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

/** The sign-in menu of visitors. */
function VisitorMenu() {
  const { t } = useLingui()
  const next = useNext()
  const entries = [
    { label: t`Login`, to: withNext('/login', next), icon: <LogIn aria-hidden="true" /> },
    { label: t`Sign Up`, to: withNext('/signup', next), icon: <UserRoundPlus aria-hidden="true" /> },
  ]
  return (
    <Menu label={t`Sign-in menu`} entries={entries} triggerClass={iconButtonClass()}>
      <UserRound aria-hidden="true" />
    </Menu>
  )
}

/** The fixed bar at the top of every page. */
export function Bar() {
  const { t } = useLingui()
  const user = useViewer()
  const { siteName } = useSettings()
  const next = useNext()
  const links = useBarLinks(user)
  return (
    <header className="fixed inset-x-0 top-0 z-40 h-bar border-b border-line bg-canvas/92 backdrop-blur-md">
      <div className="shell flex h-full items-center gap-6">
        <Link
          to={paths.home}
          aria-label={siteName}
          className="-mx-1 inline-flex min-w-0 min-h-11 items-center rounded-md px-1 lg:max-w-64 lg:shrink-0"
        >
          <Logo name={siteName} />
        </Link>
        <SearchField />
        {/* pushed aside by itself: the search may be painted before this part of the document arrives, and stays where it is */}
        <div className="ms-auto flex shrink-0 items-center gap-0.5 md:gap-1.5">
          <nav aria-label={t`Main`} className="hidden items-center gap-1.5 md:flex">
            {links.map(({ label, to }) => (
              <NavLink
                key={label}
                to={to}
                className={({ isActive }) =>
                  cx(
                    'inline-flex min-h-11 items-center rounded-md px-3.5 font-medium whitespace-nowrap transition-colors hover:bg-tint',
                    isActive ? 'text-link' : 'text-muted hover:text-ink',
                  )
                }
              >
                {label}
              </NavLink>
            ))}
            <span aria-hidden="true" className="mx-1.5 h-6 w-px bg-line" />
          </nav>
          {user ? (
            <SignedInBar user={user} />
          ) : (
            <div className="hidden items-center gap-1.5 md:flex">
              <VisitorMenu />
              <ButtonLink to={withNext('/login', next)}>{t`Login`}</ButtonLink>
            </div>
          )}
          <div className="md:hidden">
            <PhoneMenuButton user={user} />
          </div>
        </div>
      </div>
    </header>
  )
}
