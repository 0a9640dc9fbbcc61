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
const changes = createStore<Changes>({ owner: undefined, wished: new Map() })

/** What `owner` changed about a course; undefined when nothing. */
export function changedWish(owner: string | undefined, courseId: string): boolean | undefined {
  const { owner: whose, wished } = changes.read()
  return whose === owner ? wished.get(courseId) : undefined
}

/** Makes every heart of a course show it. */
export function showWish(owner: string, courseId: string, wished: boolean): void {
  const before = changes.read()
  changes.write({ owner, wished: new Map(before.owner === owner ? before.wished : []).set(courseId, wished) })
}

/** Answers, for any course, whether it is on the reader's wishlist as far as this browser knows. */
export function useWishes(): (courseId: string) => boolean {
  const owner = useViewer()?._id
  const ids = useOwnData()?.wishlist
  const { owner: whose, wished } = useSyncExternalStore(changes.subscribe, changes.read, changes.read)
  return (courseId) => (whose === owner ? wished.get(courseId) : undefined) ?? ids?.includes(courseId) ?? false
}

/** Courses that were wished for since the document was made, here or in another tab. */
export function useAddedWishes(): string[] {
  const owner = useViewer()?._id
  const { owner: whose, wished } = useSyncExternalStore(changes.subscribe, changes.read, changes.read)
  return whose === owner ? [...wished].filter(([, added]) => added).map(([courseId]) => courseId) : []
}

/** Whether a course is on the reader's wishlist. Drawn again only when that changes. */
export function useWished(courseId: string): boolean {
  const owner = useViewer()?._id
  const first = useOwnData()?.wishlist?.includes(courseId) ?? false
  return useSyncExternalStore(
    changes.subscribe,
    () => changedWish(owner, courseId) ?? first,
    () => first,
  )
}
