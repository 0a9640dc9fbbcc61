import { useLingui } from '@lingui/react/macro'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { iconButtonClass } from '#ui/button.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { sayMissing } from '#ui/overlays/toast.ts'
import { useNotifications } from './use-notifications.ts'

const loadPanel = () => import('./notification-panel.tsx').then((module) => module.NotificationPanel)

/** Placeholder of the panel while it is loading. */
function Fetching({ fetch }: { fetch: () => void }) {
  useEffect(fetch, [fetch])
  return <div aria-busy="true" className="h-48" />
}

/** The bell in the bar. Its panel is loaded when it is opened. */
export function Bell() {
  const { t } = useLingui()
  const unread = useNotifications()?.unreadCount ?? 0
  const [Panel, setPanel] = useState<ComponentType<{ close: () => void }> | null>(null)
  const fetchPanel = useCallback(() => {
    loadPanel().then((panel) => setPanel(() => panel), sayMissing)
  }, [])
  return (
    <Popover
      label={unread > 0 ? t`Notifications, ${{ count: unread > 99 ? '99+' : unread }} unread` : t`Notifications`}
      title={t`Notifications`}
      trigger={
        <>
          <BellIcon />
          <CountBadge key={unread} count={unread} />
        </>
      }
      triggerClass={iconButtonClass()}
      // full width on a phone
      className="max-sm:w-[calc(100vw-1rem)]"
    >
      {(close) => (Panel ? <Panel close={close} /> : <Fetching fetch={fetchPanel} />)}
    </Popover>
  )
}
