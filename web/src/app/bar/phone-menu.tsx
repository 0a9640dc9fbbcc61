import type { User } from '@virtual-courses/contract'
import { Menu as MenuIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'

const loadPanel = () => import('./phone-menu-panel.tsx')
/** Never part of the first page; fetched as soon as somebody reaches for the button. */
const PhoneMenuPanel = lazy(async () => ({ default: (await loadPanel()).PhoneMenuPanel }))

/** Visitors have no news. */
const UnreadMark = lazy<ComponentType<{ className: string }>>(() =>
  import('#features/notifications/unread-badges.tsx').then(
    (module) => ({ default: module.UnreadMark }),
    () => ({ default: () => null }),
  ),
)

/** The press that follows says it when this does not work. */
const warmUp = () => {
  loadPanel().catch(() => {})
}

/** The menu of narrow screens: everything the bar offers on wide ones. */
export function PhoneMenu({ user }: { user: User | null }) {
  const { key } = useLocation()
  const idle = useNavigation().state === 'idle'
  // on which page it was opened: every navigation closes it, to the same page too, but not one that was under way by then
  const [opened, setOpened] = useState<{ key: string; onTheWay: boolean } | null>(null)
  const [ready, setReady] = useState(false)
  const open = opened !== null && (opened.onTheWay || opened.key === key)
  useEffect(() => {
    if (idle) setOpened((was) => (was?.onTheWay ? { key, onTheWay: false } : was))
  }, [idle, key])
  const show = () => {
    setOpened({ key, onTheWay: !idle })
    loadPanel().then(
      () => setReady(true),
      () => toast.error('You are offline'),
    )
  }
  return (
    <>
      <IconButton
        label="Open menu"
        aria-haspopup="dialog"
        onPointerDown={warmUp}
        onFocus={warmUp}
        onClick={show}
        className="-mr-2.5"
      >
        <MenuIcon aria-hidden="true" />
        <Suspense>{user && user.role !== 'student' && <UnreadMark className="top-1.5 right-1.5" />}</Suspense>
      </IconButton>
      {ready && (
        <Suspense>
          <PhoneMenuPanel
            user={user}
            open={open}
            onOpenChange={(now) => setOpened(now ? { key, onTheWay: false } : null)}
          />
        </Suspense>
      )}
    </>
  )
}
