import { useSyncExternalStore } from 'react'
import { useViewer } from '#lib/root-data.ts'
import { wishChanges } from './wishes.ts'

const none: ReadonlyMap<string, boolean> = new Map()

/** What the reader changed since the document was made, here or in another tab: course id -> whether it is wished for. */
export function useWishChanges(): ReadonlyMap<string, boolean> {
  const viewer = useViewer()
  const { owner, wished } = useSyncExternalStore(wishChanges.subscribe, wishChanges.read, wishChanges.read)
  return owner === viewer?._id ? wished : none
}
