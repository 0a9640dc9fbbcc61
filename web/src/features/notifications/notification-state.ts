import type { Notification } from '@virtual-courses/contract'
import type { NotificationPage } from '#lib/session/user-data.ts'

/** The loaded notifications, newest first, with the number of all unread ones, and whether there are older ones. */
export type NotificationState = NotificationPage

export const noNotifications: NotificationState = { notifications: [], unreadCount: 0, more: false }

const unreadOf = (list: readonly Notification[]) => list.filter(({ read }) => !read).length

/**
 * Merges the newest notifications of a reply with the loaded ones: those that arrived after the reply stay in front, older
 * ones stay behind unless some in between could be missing.
 */
export function withNewest(known: NotificationState | null, newest: NotificationState): NotificationState {
  const [first] = newest.notifications
  const last = newest.notifications.at(-1)
  if (!known || !first || !last) return newest
  const ids = new Set(newest.notifications.map(({ _id }) => _id))
  const others = known.notifications.filter(({ _id }) => !ids.has(_id))
  const arrived = others.filter(({ createdAt }) => createdAt >= first.createdAt)
  const joins = others.length < known.notifications.length
  const older = newest.more && joins ? others.filter(({ createdAt }) => createdAt < last.createdAt) : []
  return {
    notifications: [...arrived, ...newest.notifications, ...older],
    unreadCount: newest.unreadCount + unreadOf(arrived),
    more: older.length > 0 ? known.more : newest.more,
  }
}

/** Adds a page of older ones at the end. */
export function withOlder(known: NotificationState, page: NotificationState): NotificationState {
  const ids = new Set(known.notifications.map(({ _id }) => _id))
  return {
    notifications: [...known.notifications, ...page.notifications.filter(({ _id }) => !ids.has(_id))],
    unreadCount: known.unreadCount,
    more: page.more,
  }
}

/** Adds a new notification, or replaces one that was updated; a known, unchanged one changes nothing. */
export function withArrived(known: NotificationState, arrived: Notification): NotificationState {
  const before = known.notifications.find(({ _id }) => _id === arrived._id)
  const newer = !before || before.createdAt < arrived.createdAt || before.message !== arrived.message
  if (!newer) return known
  return {
    ...known,
    notifications: [arrived, ...known.notifications.filter((one) => one !== before)],
    unreadCount: known.unreadCount + (arrived.read ? 0 : 1) - (before && !before.read ? 1 : 0),
  }
}
