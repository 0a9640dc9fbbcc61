import type { Notification } from '@virtual-courses/contract'
import type { NotificationRow } from './queries.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  message: row.message,
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
  link: row.link,
})
