import { type Fetcher, useFetchers } from 'react-router'
import { createStore } from '#lib/create-store.ts'
import { useUserData } from '#lib/session/root-data.ts'
import { useUserFetcher } from '#lib/session/use-user-fetcher.ts'
import type { NotificationState } from './notification-state.ts'
import { withRead } from './read-marks.ts'

/** Text for screen readers when notifications arrive. */
export const announcement = createStore('')

/** Returns the current user's notifications, pending marks included; null for a visitor, and when they could not be read. */
export function useNotifications(): NotificationState | null {
  const saved = useUserData()?.notifications ?? null
  const fetchers = useFetchers()
  return saved && withPendingMarks(saved, fetchers)
}

/** Returns the notifications as they are once the pending fetchers are saved. */
export function withPendingMarks(saved: NotificationState, fetchers: readonly Pick<Fetcher, 'formData'>[]) {
  const ids = fetchers.flatMap(({ formData }) => formData?.getAll('read').map(String) ?? [])
  if (ids.length === 0) return saved
  return withRead(saved, ids.includes('all') ? 'all' : ids)
}

/** Returns functions that mark notifications as read: shown at once, then saved. `quiet` confirms with no message. */
export function useMarkRead() {
  const send = useUserFetcher()
  return {
    markRead(id: string, { quiet = false } = {}): void {
      send(`read ${id}`, { read: id, ...(quiet && { quiet: 'true' }) })
    },
    /** Older ones that are not shown are marked too. */
    markAllRead(): void {
      send('read all', { read: 'all' })
    },
  }
}
