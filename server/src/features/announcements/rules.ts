import { announcementsInWeek } from '@virtual-courses/contract'

const weekMs = 7 * 24 * 3600 * 1000

/** The time from which announcements count for the week. */
export const weekBefore = (now: Date): Date => new Date(now.getTime() - weekMs)

/** Returns when the next announcement to a course may be written; null for now. `sent` are those of the last week, the newest first. */
export function nextAnnouncementAt(sent: readonly Date[], now: Date): Date | null {
  const last = sent.filter((at) => at > weekBefore(now))[announcementsInWeek - 1]
  return last ? new Date(last.getTime() + weekMs) : null
}
