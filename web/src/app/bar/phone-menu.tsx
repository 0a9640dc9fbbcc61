import { useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { UnreadMark } from '#features/notifications/unread-badges.tsx'
import { useWhenActive } from '#lib/connection/use-when-active.ts'
import { IconButton } from '#ui/button.tsx'
import { useEarlyPress } from '#ui/early-press.ts'
import { toast } from '#ui/overlays/toast.ts'

const loadPanel = () => import('./phone-menu-panel.tsx')
/** Not part of the first load; fetched where the screen is narrow once someone uses the page, or when the button gets the pointer or the focus. */
const PhoneMenuPanel = lazy(async () => ({ default: (await loadPanel()).PhoneMenuPanel }))

/** Screens that have the button. */
const narrow = '(width < 48rem)'

/** Errors are shown by the click that follows. */
const warmUp = () => {
  loadPanel().catch(() => {})
}

/** The menu of narrow screens: everything the bar offers on wide ones. */
export function PhoneMenu({ user }: { user: Viewer | null }) {
  const { t } = useLingui()
  const { key } = useLocation()
  const idle = useNavigation().state === 'idle'
  // the page on which it was opened: every navigation closes it, also to the same page, unless it had already started
  const [opened, setOpened] = useState<{ key: string; navigating: boolean } | null>(null)
  const [ready, setReady] = useState(false)
  const open = opened !== null && (opened.navigating || opened.key === key)
  useEffect(() => {
    if (idle) setOpened((was) => (was?.navigating ? { key, navigating: false } : was))
  }, [idle, key])
  const show = () => {
    setOpened({ key, navigating: !idle })
    loadPanel().then(
      () => setReady(true),
      () => {
        setOpened(null)
        toast.error(t`You are offline`)
      },
    )
  }
  const early = useEarlyPress('menu', show)
  useWhenActive(warmUp, narrow)
  return (
    <>
      <IconButton
        {...early}
        label={t`Open menu`}
        busy={open && !ready}
        aria-haspopup="dialog"
        onPointerDown={warmUp}
        onFocus={warmUp}
        onClick={show}
        className="-me-2.5"
      >
        <MenuIcon aria-hidden="true" />
        {user && user.role !== 'student' && <UnreadMark className="top-1.5 end-1.5" />}
      </IconButton>
      {ready && (
        <Suspense>
          <PhoneMenuPanel
            user={user}
            open={open}
            onOpenChange={(now) => setOpened(now ? { key, navigating: false } : null)}
          />
        </Suspense>
      )}
    </>
  )
}
