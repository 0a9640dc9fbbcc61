import { Trans, useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { checkToPay, useMakePayment } from '#features/enrolments/use-purchase.ts'
import { useNext, withNext } from '#lib/navigation/safe-next.ts'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Logo } from '#ui/logo.tsx'
import type { MenuAction, MenuLink } from '#ui/overlays/menu-popup.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { LanguageSwitch } from '../language-switch.tsx'
import { useAccountEntries } from './account-entries.tsx'
import { useBarLinks } from './bar-links.ts'

const row =
  'flex min-h-13 w-full items-center gap-3.5 rounded-md px-2 text-start text-lg font-medium hover:bg-tint [&_svg]:size-5'

/** One row of the menu of narrow screens. */
function PhoneRow({ entry, close }: { entry: MenuLink | MenuAction; close: () => void }) {
  if (entry.kind === 'action') {
    const choose = () => {
      if (entry.disabled) return
      // the menu would cover the messages of the action
      close()
      entry.onSelect()
    }
    return (
      <button
        type="button"
        aria-disabled={entry.disabled || undefined}
        onClick={choose}
        className={cx(row, entry.disabled && 'text-subtle')}
      >
        {entry.icon}
        <span>{entry.label}</span>
        {entry.aside && <span className="ms-auto text-sm">{entry.aside}</span>}
      </button>
    )
  }
  return (
    <Link to={entry.to} onClick={close} className={row}>
      {entry.icon}
      <span>{entry.label}</span>
      {entry.aside}
    </Link>
  )
}

function AccountRows({ user, close }: { user: Viewer; close: () => void }) {
  useEffect(() => {
    if (user.role === 'student') checkToPay()
  }, [user.role])
  const entries = useAccountEntries(user, useMakePayment())
  const known = new Set(useBarLinks(user).map((link) => link.label))
  return (
    <>
      <div className="mt-6 flex items-center gap-3 border-t border-line pt-6 pb-2">
        <Avatar name={user.name} photo={user.photoUrl} size="lg" />
        <div className="min-w-0">
          <p {...writtenIn()} className="truncate font-semibold">
            {user.name}
          </p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      {entries.map((entry) =>
        entry.kind === 'separator' || entry.kind === 'choice' || known.has(entry.label) ? null : (
          <PhoneRow key={entry.label} entry={entry} close={close} />
        ),
      )}
    </>
  )
}

function VisitorRows() {
  const next = useNext()
  return (
    <div className="mt-8 grid gap-3">
      <ButtonLink to={withNext('/login', next)} size="lg" block>
        <Trans>Login</Trans>
      </ButtonLink>
      <ButtonLink to={withNext('/signup', next)} size="lg" variant="secondary" block>
        <Trans>Sign Up</Trans>
      </ButtonLink>
    </div>
  )
}

type Props = { user: Viewer | null; open: boolean; onOpenChange: (open: boolean) => void }

/** The menu itself; its rows exist only while it is open. */
export function PhoneMenuPanel({ user, open, onOpenChange }: Props) {
  const { t } = useLingui()
  const { siteName } = useSettings()
  const links = useBarLinks(user)
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} label={t`Menu`}>
      {open && (
        <div className="shell flex min-h-full flex-col pb-8">
          <div className="flex h-bar items-center justify-between">
            <Logo name={siteName} />
            <IconButton label={t`Close menu`} onClick={close} className="-me-2.5">
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <nav aria-label={t`Menu`} className="mt-4">
            {[{ label: t`Home`, to: paths.home }, ...links].map((link) => (
              <PhoneRow key={link.label} entry={link} close={close} />
            ))}
            {user ? <AccountRows user={user} close={close} /> : <VisitorRows />}
          </nav>
          <div className="mt-auto flex flex-wrap items-center justify-center gap-4 pt-10">
            <LanguageSwitch tone="page" />
            <ThemeSwitch />
          </div>
        </div>
      )}
    </Sheet>
  )
}
