import { useSyncExternalStore } from 'react'
import { createStore } from '#lib/create-store.ts'
import { useOwnData, useViewer } from '#lib/root-data.ts'

type Changes = {
  /** the account that they were made with */
  owner: string | undefined
  /** course id -> whether it is wished for */
  wished: ReadonlyMap<string, boolean>
}

/** What was changed since the document was made, here or in another tab: shown at once, over what the document brought. */
export const wishChanges = createStore<Changes>({ owner: undefined, wished: new Map() })

/** What `owner` changed about a course; undefined when nothing. */
export function changedWish(owner: string | undefined, courseId: string): boolean | undefined {
  const { owner: whose, wished } = wishChanges.read()
  return whose === owner ? wished.get(courseId) : undefined
}

/** Makes every heart of a course show it. */
export function showWish(owner: string, courseId: string, wished: boolean): void {
  const before = wishChanges.read()
  wishChanges.write({ owner, wished: new Map(before.owner === owner ? before.wished : []).set(courseId, wished) })
}

/** Whether a course is on the reader's wishlist. Drawn again only when that changes. */
export function useWished(courseId: string): boolean {
  const owner = useViewer()?._id
  const first = useOwnData()?.wishlist?.includes(courseId) ?? false
  return useSyncExternalStore(
    wishChanges.subscribe,
    () => changedWish(owner, courseId) ?? first,
    () => first,
  )
}
