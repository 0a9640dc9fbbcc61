import { CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#lib/format.ts'
import { useReaderClock } from '#lib/use-reader-clock.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { byDay } from './by-day.ts'
import { loadOlderNotifications, markAllRead } from './notification-actions.ts'
import { NotificationItem } from './notification-item.tsx'
import type { NotificationState } from './notification-state.ts'

/** How many are unread, and the way to have read them all. */
function UnreadLine({ count }: { count: number }) {
  const line = useRef<HTMLDivElement>(null)
  return (
    <div ref={line} tabIndex={-1} className="mb-5 flex min-h-9 items-center justify-between gap-4 outline-none">
      <p className="text-muted">{count > 0 ? `${formatCount(count)} unread` : 'You have read them all.'}</p>
      {count > 0 && (
        <Button
          variant="secondary"
          size="sm"
          icon={<CheckCheck className="size-4" />}
          onClick={() => {
            // the button goes away
            line.current?.focus({ preventScroll: true })
            void markAllRead()
          }}
        >
          Mark all as read
        </Button>
      )}
    </div>
  )
}

/** All that are known, under their days; older ones are fetched when asked for. */
export function NotificationList({ state }: { state: NotificationState }) {
  const { notifications, unreadCount, more } = state
  const clock = useReaderClock()
  const [busy, setBusy] = useState(false)
  const days = useRef<HTMLDivElement>(null)
  /** how many there were when older ones were asked for */
  const before = useRef<number | null>(null)

  useEffect(() => {
    if (before.current === null || notifications.length <= before.current) return
    // the button may be gone, and who reads on begins at the first that came
    days.current?.querySelectorAll('li')[before.current]?.focus({ preventScroll: true })
    before.current = null
  }, [notifications.length])

  const loadMore = async () => {
    before.current = notifications.length
    setBusy(true)
    await loadOlderNotifications()
    setBusy(false)
  }

  return (
    <>
      <UnreadLine count={unreadCount} />
      <div ref={days} className="grid gap-8">
        {byDay(notifications, clock).map((day) => (
          <section key={day.label}>
            <h2 className="mb-2.5 font-sans text-base font-semibold text-muted">{day.label}</h2>
            <Card as="div" flush>
              <ul className="divide-y divide-line">
                {day.notifications.map((notification) => (
                  <NotificationItem key={notification._id} notification={notification} />
                ))}
              </ul>
            </Card>
          </section>
        ))}
      </div>
      {more && (
        <div className="mt-8 flex justify-center">
          <Button variant="secondary" busy={busy} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}
