import type { Notification } from '@virtual-courses/contract'
import { formatDate } from '#lib/format.ts'
import type { ReaderClock } from '#lib/use-reader-clock.ts'

export type Day = { label: string; notifications: Notification[] }

const aDay = 24 * 60 * 60 * 1000

/**
 * Groups notifications by day, in their order. Days are in the user's time zone; without a clock they are in the platform's,
 * and have no "Today".
 */
export function byDay(notifications: readonly Notification[], clock: ReaderClock | null): Day[] {
  const dayOf = (iso: string) => formatDate(iso, clock?.locale, clock?.zone)
  const at = (milliseconds: number) => dayOf(new Date(milliseconds).toISOString())
  const names = new Map(clock ? [[at(clock.now - aDay), 'Yesterday'] as const, [at(clock.now), 'Today'] as const] : [])
  const days: Day[] = []
  for (const notification of notifications) {
    const date = dayOf(notification.createdAt)
    const label = names.get(date) ?? date
    const last = days.at(-1)
    if (last?.label === label) last.notifications.push(notification)
    else days.push({ label, notifications: [notification] })
  }
  return days
}
