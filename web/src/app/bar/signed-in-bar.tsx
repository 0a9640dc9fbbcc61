import { useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { Heart } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { NavLink } from 'react-router'
import { Bell } from '#features/notifications/bell.tsx'
import { UnreadMark } from '#features/notifications/unread-badges.tsx'
import { announcement } from '#features/notifications/use-notifications.ts'
import { whenIdle } from '#lib/connection/when-idle.ts'
import { paths } from '#lib/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { iconButtonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useOpenSheet } from '#ui/overlays/is-dialog-open.ts'
import { usePopup } from '#ui/overlays/use-popup.ts'

/** Loaded for educators and admins only. Without a connection there is none. */
const PaletteHost = lazy<ComponentType<{ user: Viewer }>>(() =>
  import('../palette/palette-host.tsx').then(
    (module) => ({ default: module.PaletteHost }),
    () => ({ default: () => null }),
  ),
)

const loadMenu = () => import('./account-menu-popup.tsx').then((module) => module.AccountMenuPopup)

/** The avatar and what belongs to the account. The list is fetched as those of other menus are. */
function AccountMenu({ user }: { user: Viewer }) {
  const { open, part: Popup, change, trigger, triggerProps } = usePopup(loadMenu)
  const { t } = useLingui()
  const label = t`Account menu`
  return (
    <>
      <button type="button" {...triggerProps} aria-label={label} aria-haspopup="menu" className="relative rounded-full">
        <Avatar name={user.name} photo={user.photoUrl} />
        {/* students see their number on the bell */}
        {user.role !== 'student' && <UnreadMark className="-top-0.5 -end-0.5" />}
      </button>
      {Popup && <Popup user={user} label={label} open={open} onOpenChange={change} trigger={trigger} />}
    </>
  )
}

function Wishlist() {
  const { t } = useLingui()
  return (
    <NavLink
      to={paths.wishlist}
      aria-label={t`Wishlist`}
      className={({ isActive }) =>
        cx(iconButtonClass(), 'max-[24rem]:hidden', isActive && 'text-link [&_svg]:fill-current')
      }
    >
      <Heart />
    </NavLink>
  )
}

/** Applies changes of the current user's data that the server tells. */
function useLiveUpdates(userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account uses another session
  useEffect(() => {
    let close: (() => void) | undefined
    let left = false
    const cancel = whenIdle(() => {
      import('../live-notifications.ts').then(
        ({ subscribeToNotifications }) => {
          if (!left) close = subscribeToNotifications()
        },
        // offline: the next document brings what is new
        () => {},
      )
      // the document brought what was there: new ones may come a little later than what is read
    }, 8000)
    return () => {
      left = true
      cancel()
      close?.()
    }
  }, [userId])
}

/** What screen readers are told of new notifications, inside the sheet that is open: they are kept from all that is outside of it. */
function Announced() {
  const announced = useSyncExternalStore(announcement.subscribe, announcement.read, () => '')
  const sheet = useOpenSheet()
  const status = (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
  return sheet ? createPortal(status, sheet) : status
}

/**
 * The bar of a signed-in user: heart and bell of students, the account menu on wide screens, and live updates. On the
 * narrowest screens the heart is in the menu only. Visitors do not load this code.
 */
export function SignedInBar({ user }: { user: Viewer }) {
  useLiveUpdates(user._id)
  const student = user.role === 'student'
  return (
    <div className="flex items-center gap-0.5 md:gap-1.5">
      {student && <Wishlist />}
      {student && <Bell />}
      <Suspense>{!student && <PaletteHost user={user} />}</Suspense>
      <Announced />
      <div className="hidden md:block">
        <AccountMenu user={user} />
      </div>
    </div>
  )
}
