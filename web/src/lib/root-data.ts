import type { User } from '@virtual-courses/contract'
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { OwnData } from './own-data.ts'
import { sessionOver } from './session.ts'
import { defaultSettings, type PublicSettings } from './settings.ts'

/** What every page knows. */
export type RootData = {
  /** who is signed in; null for a visitor */
  user: User | null
  /** what hearts and the bell began with; null for a visitor */
  own: OwnData | null
  settings: PublicSettings
  /** of the document's request; error pages show it */
  requestId: string
}

/** undefined only on the error page shown when not even this could be read. */
const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

/** Who is signed in; null for a visitor, and once the session has ended. Fresh after every mutation that revalidates. */
export function useViewer(): User | null {
  const over = useSyncExternalStore(sessionOver.subscribe, sessionOver.read, () => false)
  const user = useRootData()?.user ?? null
  return over ? null : user
}

/** What hearts and the bell began with. What happened since then is known to their own features. */
export const useOwnData = (): OwnData | null => useRootData()?.own ?? null

export const useSettings = (): PublicSettings => useRootData()?.settings ?? defaultSettings

export const useRequestId = (): string | undefined => useRootData()?.requestId || undefined
