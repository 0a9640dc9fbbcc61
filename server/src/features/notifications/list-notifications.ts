import type { api, ReplyOf } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Executor } from '#core/transact.ts'
import { showContent } from './kinds.ts'
import { presentNotification } from './present.ts'
import { countUnread, findNotifications } from './queries.ts'

/** A page of a user's notifications, newest first, and how many of all of them are unread. */
export async function listNotifications(
  { db, config }: Pick<FeatureDeps, 'db' | 'config'>,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ReplyOf<typeof api.notifications.list>> {
  // One more than asked for tells whether there are older ones.
  const rows = await findNotifications(db, userId, { limit: limit + 1, before })
  return {
    notifications: rows.slice(0, limit).map((row) => presentNotification(row, config.TIME_ZONE)),
    unreadCount: await countUnread(db, userId),
    more: rows.length > limit,
  }
}

/** All that a user was notified of, oldest first, as a download of their data has it. */
export async function exportNotifications(
  { config }: Pick<FeatureDeps, 'config'>,
  on: Executor,
  userId: string,
): Promise<{ message: string; at: Date; readAt: Date | null }[]> {
  const rows = await on
    .selectFrom('notifications')
    .select(['kind', 'params', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    message: showContent(row, config.TIME_ZONE).message,
    at: row.created_at,
    readAt: row.read_at,
  }))
}
