import type { NotificationPage } from '#lib/session/user-data.ts'

/** Marks some or all as read, or as unread again. The count follows those that are known. */
export function withRead(known: NotificationPage, ids: 'all' | readonly string[], read = true): NotificationPage {
  let changed = 0
  const notifications = known.notifications.map((one) => {
    if (one.read === read || (ids !== 'all' && !ids.includes(one._id))) return one
    changed += read ? -1 : 1
    return { ...one, read }
  })
  const unreadCount = ids === 'all' && read ? 0 : Math.max(0, known.unreadCount + changed)
  return changed === 0 && unreadCount === known.unreadCount ? known : { ...known, notifications, unreadCount }
}
