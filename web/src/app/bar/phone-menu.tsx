import type { User } from '@virtual-courses/contract'
import { Menu as MenuIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'

const loadPanel = () => import('./phone-menu-panel.tsx')
/** Never part of the first page; fetched as soon as somebody reaches for the button. */
const PhoneMenuPanel = lazy(async () => ({ default: (await loadPanel()).PhoneMenuPanel }))

/** Visitors have no news. */
const UnreadMark = lazy<ComponentType<{ className: string }>>(() =>
  import('#features/notifications/unread-mark.tsx').then(
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
  const [open, setOpen] = useState(false)
  const [ready, setReady] = useState(false)
  const { key } = useLocation()
  const idle = useNavigation().state === 'idle'
  const openedOnTheWay = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu, to the same page too; but not the one that was under way when somebody opened it
  useEffect(() => {
    if (!openedOnTheWay.current) setOpen(false)
  }, [key])
  useEffect(() => {
    if (idle) openedOnTheWay.current = false
  }, [idle])
  const show = () => {
    openedOnTheWay.current = !idle
    setOpen(true)
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
          <PhoneMenuPanel user={user} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
