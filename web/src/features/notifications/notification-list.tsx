import { Trans, useLingui } from '@lingui/react/macro'
import type { Notification } from '@virtual-courses/contract'
import { Check, CheckCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount, formatDate, useFormats } from '#lib/text/format.ts'
import { type ReaderClock, useReaderClock } from '#lib/text/reader-clock.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { NotificationIcon } from './notification-icon.tsx'
import type { NotificationState } from './notification-state.ts'
import { loadOlderNotifications } from './notification-updates.ts'
import { useMarkRead } from './use-notifications.ts'

export type Day = { label: string; notifications: Notification[] }

const aDay = 24 * 60 * 60 * 1000

/**
 * Groups notifications by day, in their order. Days are in the user's time zone; without a clock they are in the platform's,
 * and none of them is today.
 * @param locale of the page, for a reader without a clock
 */
export function byDay(
  notifications: readonly Notification[],
  clock: ReaderClock | null,
  locale: string,
  { today, yesterday }: { today: string; yesterday: string },
): Day[] {
  const dayOf = (iso: string) => formatDate(iso, clock?.locale ?? locale, clock?.zone)
  const at = (milliseconds: number) => dayOf(new Date(milliseconds).toISOString())
  const names = new Map(clock ? [[at(clock.now - aDay), yesterday] as const, [at(clock.now), today] as const] : [])
  const days: Day[] = []
  for (const notification of notifications) {
    const date = dayOf(notification.createdAt)
    const label = names.get(date) ?? date
    const last = days.at(-1)
    if (last?.label === label) last.notifications.push(notification)
    else days.push({ label, notifications: [notification] })
  }
  return days
}

/** Notifications of one kind about one thing that came one after another, the newest first. */
type Run = [Notification, ...Notification[]]

/** Number of the same kind about the same thing from which only the newest is shown at first. */
const longRun = 3

/** Groups the notifications of a day: runs of at least three of the same kind that lead to the same place become one. */
export function byRun(notifications: readonly Notification[]): Run[] {
  const runs: Run[] = []
  for (const notification of notifications) {
    const run = runs.at(-1)
    const continues = run && run[0].kind === notification.kind && run[0].link === notification.link
    if (continues) run.push(notification)
    else runs.push([notification])
  }
  return runs.flatMap((run): Run[] => (run.length < longRun ? run.map((one): Run => [one]) : [run]))
}

/** Placeholder of notifications that are loading. */
export function NotificationSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        <Trans>Loading notifications</Trans>
      </p>
      <Skeleton className="mb-2.5 h-6.5 w-20" />
      <Card flush className="divide-y divide-line">
        {[1, 2, 3, 4].map((item) => (
          <div key={item} className="px-5 py-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-2 h-4 w-24" />
          </div>
        ))}
      </Card>
    </div>
  )
}

function NotificationItem({ notification }: { notification: Notification }) {
  const { _id, kind, message, read, createdAt, link } = notification
  const { markRead } = useMarkRead()
  const messageId = useId()
  const item = useRef<HTMLLIElement>(null)
  const mark = () => {
    // the button disappears: the focus stays on the item
    item.current?.focus({ preventScroll: true })
    markRead(_id)
  }
  return (
    <li
      ref={item}
      data-notification={_id}
      tabIndex={-1}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3.5 outline-none sm:flex-nowrap sm:px-5',
        !read && 'bg-tint',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <NotificationIcon kind={kind} unread={!read} />
        <div className="min-w-0">
          <p id={messageId} className={cx('wrap-anywhere', read ? 'text-muted' : 'font-medium')}>
            {link ? (
              <Link
                to={link}
                onClick={() => markRead(_id, { quiet: true })}
                className="inline-block min-h-6 rounded-sm underline-offset-4 hover:underline"
              >
                {message}
              </Link>
            ) : (
              <span>{message}</span>
            )}
          </p>
          {/* the heading has the date */}
          <ReaderTime iso={createdAt} look="time" className="text-sm text-muted" />
        </div>
      </div>
      {!read && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:ms-12"
          icon={<Check className="size-4" />}
          aria-describedby={messageId}
          onClick={mark}
        >
          <Trans>Mark as Read</Trans>
        </Button>
      )}
    </li>
  )
}

/** A notification, and those like it on demand. */
function NotificationRun({ run: [newest, ...others] }: { run: Run }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const count = others.length
  const unread = others.filter(({ read }) => !read).length
  return (
    <>
      <NotificationItem notification={newest} />
      {others.length > 0 && (
        <li className="px-4 py-1 sm:px-5">
          <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => setOpen(!open)} className="ms-9">
            {open
              ? t`Show fewer`
              : unread > 0
                ? t`${count} more like this, ${unread} unread`
                : t`${count} more like this`}
          </Button>
        </li>
      )}
      {open && others.map((notification) => <NotificationItem key={notification._id} notification={notification} />)}
    </>
  )
}

/** The number of unread notifications, and a button that marks all of them as read. */
function UnreadSummary({ count }: { count: number }) {
  const { t } = useLingui()
  const { markAllRead } = useMarkRead()
  const summary = useRef<HTMLDivElement>(null)
  return (
    <div ref={summary} tabIndex={-1} className="mb-5 flex min-h-9 items-center justify-between gap-4 outline-none">
      <p className="text-muted">
        {count > 0 ? t`${{ count: formatCount(count) }} unread` : t`You have read them all.`}
      </p>
      {count > 0 && (
        <Button
          variant="secondary"
          size="sm"
          icon={<CheckCheck className="size-4" />}
          onClick={() => {
            // the button disappears
            summary.current?.focus({ preventScroll: true })
            markAllRead()
          }}
        >
          <Trans>Mark all as read</Trans>
        </Button>
      )}
    </div>
  )
}

/** All loaded notifications under their days, and a button for older ones. */
export function NotificationList({ state }: { state: NotificationState }) {
  const { notifications, unreadCount, more } = state
  const { t } = useLingui()
  const clock = useReaderClock()
  const { locale } = useFormats()
  const names = { today: t`Today`, yesterday: t`Yesterday` }
  const [busy, setBusy] = useState(false)
  const days = useRef<HTMLDivElement>(null)
  /** how many there were when older ones were requested */
  const before = useRef<number | null>(null)

  useEffect(() => {
    if (before.current === null || notifications.length <= before.current) return
    // the button may be removed: the focus moves to the first older notification, unless it is one of "more like this"
    const first = notifications[before.current]
    days.current?.querySelector<HTMLElement>(`[data-notification="${first?._id}"]`)?.focus({ preventScroll: true })
    before.current = null
  }, [notifications])

  const loadMore = async () => {
    before.current = notifications.length
    setBusy(true)
    await loadOlderNotifications()
    setBusy(false)
  }

  return (
    <>
      <UnreadSummary count={unreadCount} />
      <div ref={days} className="grid gap-8">
        {byDay(notifications, clock, locale, names).map((day) => (
          <section key={day.label}>
            <h2 className="mb-2.5 font-sans text-base font-semibold text-muted">{day.label}</h2>
            <Card as="div" flush>
              <ul className="divide-y divide-line">
                {byRun(day.notifications).map((run) => (
                  <NotificationRun key={run[0]._id} run={run} />
                ))}
              </ul>
            </Card>
          </section>
        ))}
      </div>
      {more && (
        <div className="mt-8 flex justify-center">
          <Button variant="secondary" busy={busy} onClick={loadMore}>
            <Trans>Load more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
