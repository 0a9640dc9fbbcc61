import { ApiError, api as calls, type events, type Notification, type PayloadOf } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { newestNotifications } from '#lib/own-data.ts'
import { session } from '#lib/session.ts'
import { toast } from '#ui/toast.ts'
import { announceArrival } from './announce-arrival.ts'
import { noNotifications, withArrived, withNewest, withOlder, withRead } from './notification-state.ts'
import { keepNotifications, knownNotifications } from './notification-store.ts'

const limit = newestNotifications

/** Marked as read here, but not yet known to be so by the server. */
const reading = new Set<string>()
/** Counts what happened, so that an answer that was made before it is not taken for the truth. */
let happened = 0
let refreshing: Promise<void> | undefined

const known = () => knownNotifications() ?? noNotifications

/** The session may be over; then no page should go on as if it were not. */
function failed(error: unknown): unknown {
  if (error instanceof ApiError && error.status === 401) session.end()
  return error
}

async function readNewest(): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const before = happened
    const newest = await browserApi(calls.notifications.list, { query: { limit } })
    keepNotifications(withRead(withNewest(knownNotifications(), newest), [...reading]))
    if (before === happened) return
  }
}

/** Reads the newest notifications again. Rejects when they cannot be read. */
export function refreshNotifications(): Promise<void> {
  refreshing ??= readNewest()
    .catch((error: unknown) => Promise.reject(failed(error)))
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/** Reads the next older ones; says so when that fails. */
export async function loadOlderNotifications(): Promise<void> {
  const before = known().notifications.at(-1)?._id
  try {
    const page = await browserApi(calls.notifications.list, { query: { limit, ...(before && { before }) } })
    keepNotifications(withRead(withOlder(known(), page), [...reading]))
  } catch (error) {
    failed(error)
    toast.error('Failed to fetch notifications')
  }
}

/** Marks one as read: at once here, then on the server. Taken back, with a word about it, when that fails. */
export async function markRead(notificationId: string, { quiet = false } = {}): Promise<void> {
  if (known().notifications.some(({ _id, read }) => _id === notificationId && read)) return
  reading.add(notificationId)
  keepNotifications(withRead(known(), [notificationId]))
  try {
    await browserApi(calls.notifications.markRead, { params: { notificationId } })
    if (!quiet) toast.success('Notification marked as read')
  } catch (error) {
    failed(error)
    keepNotifications(withRead(known(), [notificationId], false))
    toast.error('Failed to mark as read')
  } finally {
    reading.delete(notificationId)
    happened++
  }
}

/** Marks all as read, older ones that are not shown too. */
export async function markAllRead(): Promise<void> {
  const before = known()
  const unread = before.notifications.filter(({ read }) => !read).map(({ _id }) => _id)
  keepNotifications(withRead(before, 'all'))
  try {
    await browserApi(calls.notifications.markAllRead)
    toast.success('All notifications marked as read')
  } catch (error) {
    failed(error)
    const hidden = before.unreadCount - unread.length
    const restored = withRead(known(), unread, false)
    keepNotifications({ ...restored, unreadCount: restored.unreadCount + hidden })
    toast.error('Failed to mark as read')
  } finally {
    happened++
  }
}

/** The server made one for this reader. */
export function notificationArrived(notification: Notification): void {
  const before = known()
  const after = withArrived(before, notification)
  if (after === before) return
  happened++
  keepNotifications(after)
  if (!notification.read) announceArrival(notification.message)
}

/** Some were marked as read: here, in another tab, or on another device. */
export function notificationsRead({ ids, unreadCount }: PayloadOf<typeof events.notifications.read>): void {
  happened++
  if (ids === 'all') reading.clear()
  else for (const id of ids) reading.delete(id)
  // those that are still on their way were not counted by the server yet
  keepNotifications({ ...withRead(known(), ids), unreadCount: Math.max(0, unreadCount - reading.size) })
}
