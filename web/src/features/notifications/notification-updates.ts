import { plural, t } from '@lingui/core/macro'
import { api as calls, type events, type Notification, type PayloadOf } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { newestNotifications } from '#lib/session/user-data.ts'
import { toast } from '#ui/overlays/toast.ts'
import { type NotificationState, noNotifications, withArrived, withNewest, withOlder } from './notification-state.ts'
import { withRead } from './read-marks.ts'
import { announcement } from './use-notifications.ts'

const limit = newestNotifications

/** Counts changes, so that a reply that was made before one of them does not overwrite it. */
let changes = 0
let refreshing: Promise<void> | undefined

/** Returns the notifications that this browser knows; null for a visitor, and when they could not be read. */
export const knownNotifications = (): NotificationState | null => session.data()?.userData?.notifications ?? null

function update(change: (before: NotificationState) => NotificationState): void {
  session.updateUserData(session.data()?.user?._id, (before) => ({
    ...before,
    notifications: change(before.notifications ?? noNotifications),
  }))
}

async function readNewest(): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const before = changes
    const newest = await browserApi(calls.notifications.list, { query: { limit }, signal: session.closing() })
    update(() => withNewest(knownNotifications(), newest))
    if (before === changes) return
  }
}

/** Reads the newest notifications again. Rejects when they cannot be read. */
export function refreshNotifications(): Promise<void> {
  refreshing ??= readNewest().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Reads the next older ones; an error becomes a message. */
export async function loadOlderNotifications(): Promise<void> {
  const before = knownNotifications()?.notifications.at(-1)?._id
  try {
    const page = await browserApi(calls.notifications.list, { query: { limit, ...(before && { before }) } })
    update((known) => withOlder(known, page))
  } catch {
    toast.error(t`Failed to fetch notifications`)
  }
}

/** Saves a form of `useMarkRead`. Until it resolves the mark is shown as pending; an error becomes a message. */
export async function saveReadNotifications(form: FormData): Promise<void> {
  const id = String(form.get('read'))
  if (knownNotifications()?.notifications.some(({ _id, read }) => _id === id && read)) return
  try {
    if (id === 'all') await browserApi(calls.notifications.markAllRead)
    else await browserApi(calls.notifications.markRead, { params: { notificationId: id } })
    changes++
    update((known) => withRead(known, id === 'all' ? 'all' : [id]))
    if (!form.has('quiet'))
      toast.success(id === 'all' ? t`All notifications marked as read` : t`Notification marked as read`)
  } catch {
    changes++
    toast.error(t`Failed to mark as read`)
  }
}

/** Handles the event of a new notification. */
export function onNotificationArrived(notification: Notification): void {
  const before = knownNotifications() ?? noNotifications
  const after = withArrived(before, notification)
  if (after === before) return
  changes++
  update(() => after)
  if (!notification.read) announceArrival(notification.message)
}

/** Handles the event of notifications that were marked as read: here, in another tab, or on another device. */
export function onNotificationsRead({ ids, unreadCount }: PayloadOf<typeof events.notifications.read>): void {
  changes++
  update((known) => ({ ...withRead(known, ids), unreadCount }))
}

/** Time to collect arrivals before they are read out, in milliseconds. */
const announcementDelay = 1000

let messages: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Several arrivals at once are one sentence. */
function announceArrival(message: string): void {
  messages.push(message)
  clearTimeout(timer)
  timer = setTimeout(() => {
    const [first, ...others] = messages
    announcement.write(
      others.length === 0
        ? t`New notification: ${{ notification: first ?? '' }}`
        : t`${plural({ count: messages.length }, { one: '# new notification', other: '# new notifications' })}`,
    )
    messages = []
  }, announcementDelay)
}
