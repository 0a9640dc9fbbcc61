import type { Notification } from '@virtual-courses/contract'
import { showContent } from './kinds.ts'
import type { NotificationRow } from './queries.ts'

/** `zone` is the platform's time zone. */
export const presentNotification = (row: NotificationRow, zone: string): Notification => ({
  _id: row.id,
  ...showContent(row, zone),
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
})
