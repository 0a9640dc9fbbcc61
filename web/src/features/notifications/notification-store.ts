import { useSyncExternalStore } from 'react'
import { createStore } from '#lib/create-store.ts'
import { useOwnData, useViewer } from '#lib/root-data.ts'
import { session } from '#lib/session.ts'
import type { NotificationState } from './notification-state.ts'

type Known = { owner: string; state: NotificationState }

const store = createStore<Known | null>(null)

/** What a screen reader is told when something arrives. */
export const announcement = createStore('')

/** The signed-in reader's notifications as this browser knows them; null when they could not be read. */
export function knownNotifications(): NotificationState | null {
  const data = session.data()
  const known = store.read()
  return known && known.owner === data?.user?._id ? known.state : (data?.own?.notifications ?? null)
}

export function keepNotifications(state: NotificationState): void {
  const owner = session.data()?.user?._id
  if (owner !== undefined) store.write({ owner, state })
}

/** The reader's notifications; null for a visitor, and while they are not known. */
export function useNotifications(): NotificationState | null {
  const owner = useViewer()?._id
  const first = useOwnData()?.notifications ?? null
  const known = useSyncExternalStore(store.subscribe, store.read, () => null)
  if (owner === undefined) return null
  return known?.owner === owner ? known.state : first
}
