import type { PublicSettings, Viewer } from '@virtual-courses/contract'
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultSettings, type RootData, session, sessionOver } from './session.ts'
import type { UserData } from './user-data.ts'

/** undefined only on the error page shown when not even this could be read. */
const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

/** The current user; null for a visitor, and once the session has ended. Fresh after every mutation that revalidates. */
export function useViewer(): Viewer | null {
  const over = useSyncExternalStore(sessionOver.subscribe, sessionOver.read, () => false)
  const user = useRootData()?.user ?? null
  return over ? null : user
}

/** The user whose page is shown: the current one, also after the session has ended, until the page is read again. */
export const useShownUser = (): Viewer | null => useRootData()?.user ?? null

/** The current user's wishlist and notifications as the server last confirmed them; null for a visitor. */
export function useUserData(): UserData | null {
  const userId = useViewer()?._id
  const first = useRootData()?.userData ?? null
  const latest = () => {
    const data = session.data()
    return data?.user?._id === userId ? (data?.userData ?? null) : first
  }
  const userData = useSyncExternalStore(session.subscribe, latest, () => first)
  return userId === undefined ? null : userData
}

export const useSettings = (): PublicSettings => useRootData()?.settings ?? defaultSettings

export const useRequestId = (): string | undefined => useRootData()?.requestId || undefined
