import { Trans, useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { checkToPay, useMakePayment } from '#features/enrolments/use-purchase.ts'
import { UnreadMark } from '#features/notifications/unread-badges.tsx'
import { useNext, withNext } from '#lib/navigation/safe-next.ts'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useEarlyPress } from '#ui/early-press.ts'
import { Logo } from '#ui/logo.tsx'
import type { MenuAction, MenuLink } from '#ui/overlays/menu-popup.tsx'
import { closeSheet, closesSheet, opensSheet, Sheet } from '#ui/overlays/sheet.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { LanguageSwitch } from '../language-switch.tsx'
import { useAccountEntries } from './account-entries.tsx'
import { useBarLinks } from './bar-links.ts'

const id = 'phone-menu'
const close = () => closeSheet(id)

/** Opens the menu of narrow screens. */
export function PhoneMenuButton({ user }: { user: Viewer | null }) {
  const { t } = useLingui()
  return (
    <IconButton {...opensSheet(id)} label={t`Open menu`} className="-me-2.5">
      <MenuIcon aria-hidden="true" />
      {user && user.role !== 'student' && <UnreadMark className="top-1.5 end-1.5" />}
    </IconButton>
  )
}

const row =
  'flex min-h-13 w-full items-center gap-3.5 rounded-md px-2 text-start text-lg font-medium hover:bg-tint [&_svg]:size-5'

function LinkRow({ entry }: { entry: MenuLink }) {
  return (
    <Link to={entry.to} onClick={close} className={row}>
      {entry.icon}
      <span>{entry.label}</span>
      {entry.aside}
    </Link>
  )
}

function ActionRow({ entry }: { entry: MenuAction }) {
  const choose = () => {
    if (entry.disabled) return
    // the menu would cover the messages of the action
    close()
    entry.onSelect()
  }
  const early = useEarlyPress(`${id} ${entry.label}`, choose)
  return (
    <button
      {...early}
      type="button"
      aria-disabled={entry.disabled || undefined}
      onClick={choose}
      className={cx(row, entry.disabled && 'text-subtle forced-colors:text-[GrayText]')}
    >
      {entry.icon}
      <span>{entry.label}</span>
      {entry.aside && <span className="ms-auto text-sm">{entry.aside}</span>}
    </button>
  )
}

function AccountRows({ user }: { user: Viewer }) {
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
      {entries.map((entry) => {
        if (entry.kind === 'separator' || entry.kind === 'choice' || known.has(entry.label)) return null
        if (entry.kind === 'action') return <ActionRow key={entry.label} entry={entry} />
        return <LinkRow key={entry.label} entry={entry} />
      })}
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

/**
 * Closes the menu with every navigation, also to the same page, unless that had started before the menu was opened. Returns what the menu
 * calls when it opens.
 */
function useClosing(): () => void {
  const { key } = useLocation()
  const idle = useNavigation().state === 'idle'
  const shown = useRef(key)
  const onTheWay = useRef(false)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (!onTheWay.current) close()
  }, [key])
  useEffect(() => {
    if (idle) onTheWay.current = false
  }, [idle])
  return () => {
    onTheWay.current = !idle
  }
}

/**
 * The menu of narrow screens: everything the bar offers on wide ones. It is in every document, at its end, so that it opens and leads on
 * before the scripts have arrived.
 */
export function PhoneMenu({ user }: { user: Viewer | null }) {
  const { t } = useLingui()
  const { siteName } = useSettings()
  const links = useBarLinks(user)
  const noteOpened = useClosing()
  const open = () => {
    noteOpened()
    if (user?.role === 'student') checkToPay()
  }
  return (
    <Sheet id={id} label={t`Menu`} onOpen={open}>
      <div className="shell flex min-h-full flex-col pb-8">
        <div className="flex h-bar items-center justify-between">
          <Logo name={siteName} />
          <IconButton {...closesSheet(id)} label={t`Close menu`} className="-me-2.5">
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <nav aria-label={t`Menu`} className="mt-4">
          {[{ label: t`Home`, to: paths.home }, ...links].map((link) => (
            <LinkRow key={link.label} entry={link} />
          ))}
          {user ? <AccountRows user={user} /> : <VisitorRows />}
        </nav>
        <div className="mt-auto flex flex-wrap items-center justify-center gap-4 pt-10">
          <LanguageSwitch tone="page" />
          <ThemeSwitch />
        </div>
      </div>
    </Sheet>
  )
}
