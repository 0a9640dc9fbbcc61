import type { User } from '@virtual-courses/contract'
import { useRouteLoaderData } from 'react-router'
import { defaultSettings, type PublicSettings } from './settings.ts'

/** What every page knows. */
export type RootData = {
  /** who is signed in; null for a visitor */
  user: User | null
  settings: PublicSettings
  /** of the document's request; error pages show it */
  requestId: string
}

/** undefined only on the error page shown when not even this could be read. */
const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

/** Who is signed in; null for a visitor. Fresh after every mutation that revalidates. */
export const useViewer = (): User | null => useRootData()?.user ?? null

export const useSettings = (): PublicSettings => useRootData()?.settings ?? defaultSettings

export const useRequestId = (): string | undefined => useRootData()?.requestId || undefined
