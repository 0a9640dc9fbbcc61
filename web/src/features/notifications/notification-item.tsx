import type { Notification } from '@virtual-courses/contract'
import { Check } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { TimeSince } from '#lib/time-since.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { markRead } from './notification-actions.ts'
import { UnreadDot } from './unread-dot.tsx'

/** One line of the page of all notifications. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { _id, message, read, createdAt, link } = notification
  const messageId = useId()
  const item = useRef<HTMLLIElement>(null)
  const mark = () => {
    // the button goes away: the focus stays on the line
    item.current?.focus({ preventScroll: true })
    void markRead(_id)
  }
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3.5 outline-none sm:flex-nowrap sm:px-5',
        !read && 'bg-tint',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <UnreadDot unread={!read} className="mt-2" />
        <div className="min-w-0">
          <p id={messageId} className={cx('wrap-anywhere', read ? 'text-muted' : 'font-medium')}>
            {link ? (
              <Link
                to={link}
                onClick={() => void markRead(_id, { quiet: true })}
                className="rounded-sm underline-offset-4 hover:underline"
              >
                {message}
              </Link>
            ) : (
              message
            )}
          </p>
          <TimeSince iso={createdAt} className="text-sm text-muted" />
        </div>
      </div>
      {!read && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:ml-5.5"
          icon={<Check className="size-4" />}
          aria-describedby={messageId}
          onClick={mark}
        >
          Mark as Read
        </Button>
      )}
    </li>
  )
}
