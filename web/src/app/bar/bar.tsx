import { Link, NavLink } from 'react-router'
import { usePurchase } from '#features/enrolments/use-purchase.ts'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/root-data.ts'
import { withNext } from '#lib/safe-next.ts'
import { useNext } from '#lib/use-next.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { cx } from '#ui/cx.ts'
import { Logo } from '#ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { barLinks } from './bar-links.ts'
import { PhoneMenu } from './phone-menu.tsx'
import { VisitorMenu } from './visitor-menu.tsx'

/** The fixed bar at the top of every page. */
export function Bar() {
  const user = useViewer()
  const next = useNext()
  // here, because a menu that closes forgets: a payment goes on
  const payment = usePurchase('Something went wrong while processing payment.')
  return (
    <header className="fixed inset-x-0 top-0 z-40 h-bar border-b border-line bg-canvas/92 backdrop-blur-md">
      <div className="shell flex h-full items-center justify-between gap-6">
        <Link
          to={paths.home}
          aria-label="Virtual Courses"
          className="-mx-1 inline-flex min-h-11 items-center rounded-md px-1"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1.5 md:flex">
          {barLinks(user).map(({ label, to }) => (
            <NavLink
              key={label}
              to={to}
              className={({ isActive }) =>
                cx(
                  'inline-flex min-h-11 items-center rounded-md px-3.5 font-medium transition-colors hover:bg-tint',
                  isActive ? 'text-link' : 'text-muted hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          ))}
          <span aria-hidden="true" className="mx-1.5 h-6 w-px bg-line" />
          {user ? (
            <AccountMenu user={user} payment={payment} />
          ) : (
            <>
              <VisitorMenu />
              <ButtonLink to={withNext('/login', next)}>Login</ButtonLink>
            </>
          )}
        </nav>
        <div className="md:hidden">
          <PhoneMenu user={user} payment={payment} />
        </div>
      </div>
    </header>
  )
}
