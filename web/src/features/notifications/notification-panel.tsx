import { Trans } from '@lingui/react/macro'
import { BellOff } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { NotificationIcon } from './notification-icon.tsx'
import { useMarkRead, useNotifications } from './use-notifications.ts'

/** Number of notifications in the panel; their page has all. */
const maxShown = 10

const row =
  'flex w-full items-start gap-3 rounded-md px-3 py-2.5 text-start transition-colors hover:bg-tint focus-visible:-outline-offset-2'

/** The panel of the bell: the newest notifications. Choosing one marks it as read and opens its page. */
export function NotificationPanel({ close }: { close: () => void }) {
  const { notifications = [], unreadCount = 0 } = useNotifications() ?? {}
  const { markRead, markAllRead } = useMarkRead()
  return (
    <div className="flex max-h-[min(32rem,calc(100dvh-var(--spacing-bar)-1.5rem))] flex-col">
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1.5 pe-2 ps-4">
        <h2 className="font-sans text-lg">
          <Trans>Notifications</Trans>
        </h2>
        {unreadCount > 0 && (
          <Button variant="ghost" size="sm" onClick={markAllRead}>
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </div>
      {notifications.length === 0 ? (
        <p className="flex flex-col items-center gap-3 px-4 py-10 text-muted">
          <BellOff className="size-7" />
          <Trans>No notifications</Trans>
        </p>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
          {notifications.slice(0, maxShown).map(({ _id, kind, message, read, createdAt, link }) => {
            const text = (
              <>
                <NotificationIcon kind={kind} unread={!read} />
                <span className="min-w-0 flex-1">
                  <span className={cx('block leading-snug wrap-anywhere', read ? 'text-muted' : 'font-medium')}>
                    {message}
                  </span>
                  <TimeSince iso={createdAt} className="mt-0.5 block text-sm text-muted" />
                </span>
              </>
            )
            const choose = () => markRead(_id, { quiet: true })
            return (
              <li key={_id}>
                {link ? (
                  <Link
                    to={link}
                    className={row}
                    onClick={() => {
                      choose()
                      close()
                    }}
                  >
                    {text}
                  </Link>
                ) : (
                  <button type="button" className={row} onClick={choose}>
                    {text}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Link
        to={paths.notifications}
        onClick={close}
        className="block border-t border-line px-4 py-3.5 text-center font-semibold text-link hover:bg-tint focus-visible:-outline-offset-2"
      >
        <Trans>See all</Trans>
      </Link>
    </div>
  )
}
