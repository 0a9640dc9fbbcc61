import type { Announcement } from '@virtual-courses/contract'
import { versionOf } from '#core/read-version.ts'
import type { AnnouncementRow, ShownAnnouncement } from './queries.ts'

/** The version of an announcement that a form was filled with. */
export const versionIn = ({ title, text }: Pick<AnnouncementRow, 'title' | 'text'>): string => versionOf([title, text])

const presentWords = (row: AnnouncementRow) => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
})

/** Returns an announcement as students read it. */
export const present = (row: ShownAnnouncement): Announcement => ({ ...presentWords(row), canReport: row.can_report })

/** Returns an announcement as its educator reads it. */
export const presentOwn = (row: AnnouncementRow): Announcement => ({
  ...presentWords(row),
  canReport: false,
  sent: { students: row.students, notified: row.notified, done: row.sent_at !== null },
  version: versionIn(row),
})
