import { type api, type Notification, notificationEvents, type ReplyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import { toUsers } from '#core/events/user-channel.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { showContent } from './kinds.ts'
import {
  countUnread,
  findAllNotifications,
  findNotifications,
  isRead,
  lockReader,
  type NotificationRow,
  setRead,
} from './queries.ts'
import type { Reader } from './sentences.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Returns a page of a user's notifications, newest first, and the number of unread ones of all pages. */
export async function listNotifications(
  { db, config }: Pick<FeatureDeps, 'db' | 'config'>,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
  say: Say,
): Promise<ReplyOf<typeof api.notifications.list>> {
  // One row more than the page shows whether there are older ones.
  const rows = await findNotifications(db, userId, { limit: limit + 1, before })
  return {
    notifications: rows.slice(0, limit).map((row) => presentNotification(row, { zone: config.TIME_ZONE, say })),
    unreadCount: await countUnread(db, userId),
    more: rows.length > limit,
  }
}

/** Returns all notifications of a user, oldest first, for the download of their data. */
export async function exportNotifications(
  { config }: Pick<FeatureDeps, 'config'>,
  on: Executor,
  userId: string,
  say: Say,
): Promise<{ message: string; at: Date; readAt: Date | null }[]> {
  const rows = await findAllNotifications(on, userId)
  return rows.map((row) => ({
    message: showContent(row, { zone: config.TIME_ZONE, say }).message,
    at: row.created_at,
    readAt: row.read_at,
  }))
}

/** Marks one of the user's notifications as read and publishes that to their sockets. Idempotent. Throws not_found. */
export async function markRead({ db, clock }: Deps, userId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockReader(tx, userId)
    const read = await isRead(tx, userId, id)
    if (read === undefined) throw new DomainError('not_found')
    if (read) return
    await setRead(tx, userId, id, clock.now())
    const unreadCount = await countUnread(tx, userId)
    tx.publish(toUsers(notificationEvents.read, { ids: [id], unreadCount }, [{ userId }]))
  })
}

/** Marks all notifications of a user as read and publishes that to their sockets. */
export async function markAllRead({ db, clock }: Deps, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockReader(tx, userId)
    await setRead(tx, userId, 'all', clock.now())
    tx.publish(toUsers(notificationEvents.read, { ids: 'all', unreadCount: 0 }, [{ userId }]))
  })
}

const presentNotification = (row: NotificationRow, reader: Reader): Notification => ({
  _id: row.id,
  ...showContent(row, reader),
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
})
