import { type ComponentType, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useStalled } from '#app/connection-notice.tsx'
import { awaitedData } from '#lib/navigation/awaited-data.ts'
import { pressedCard } from '#lib/navigation/pressed-card.ts'
import { isSamePage } from '#lib/navigation/same-page.ts'
import { goToPlace, scrollPlaces } from '#lib/navigation/scroll-places.ts'

/**
 * Delay before a skeleton is shown, in milliseconds. That of a course whose card was pressed is shown at once: it has what the page begins
 * with.
 */
const skeletonDelay = 200

type Skeleton = ComponentType<{ path: string }>

let loadedSkeleton: Skeleton | null = null

/** Not part of the first load: fetched with the first navigation. Where it cannot be loaded, there is none. */
async function loadSkeleton(): Promise<Skeleton | null> {
  loadedSkeleton ??= await import('./page-skeleton.tsx').then(
    ({ PageSkeleton }) => PageSkeleton,
    () => null,
  )
  return loadedSkeleton
}

const none = () => null

/** Returns the path of a course that is awaited since its card was pressed, if its skeleton can be shown at once. */
function useAwaitedCard(): string | null {
  const { pathname, key } = useLocation()
  const awaited = useSyncExternalStore(pressedCard.subscribe, pressedCard.awaited, none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history is a page that is there
  useLayoutEffect(() => pressedCard.end(), [key])
  const shown = awaited !== pathname && loadedSkeleton ? awaited : null
  useLayoutEffect(() => {
    if (shown !== null) leavePage()
  }, [shown])
  return shown
}

/** What stands in place of the page begins at its top; the page keeps its own place. */
function leavePage(): void {
  scrollPlaces.hold()
  window.scrollTo({ top: 0, behavior: 'instant' })
}

/**
 * Returns the skeleton of a page whose data takes long; null otherwise, and while only the search of the same page changes. Until its code
 * is there the page before stays.
 */
export function usePendingPage(): { path: string; Skeleton: Skeleton } | null {
  const { pathname, search, key } = useLocation()
  const { state, location } = useNavigation()
  const stalled = useStalled()
  const another = state === 'loading' && location.pathname !== pathname && !isSamePage(location)
  const coming = another ? location.pathname : null
  const [late, setLate] = useState<string | null>(null)
  const card = useAwaitedCard()
  // the router says only later that it is on its way there
  const ahead = coming === null || coming === card ? card : null
  const shown = stalled ? null : (ahead ?? (coming === null ? null : late))
  // its end comes with the page that was awaited: a passive effect may end after the delay is over, and cover that page
  useLayoutEffect(() => {
    if (coming === null) return setLate(null)
    let over = false
    const delay = new Promise((resolve) => setTimeout(resolve, skeletonDelay))
    void Promise.all([loadSkeleton(), delay]).then(([Skeleton]) => {
      // a slow processor may still render a page whose data is there: a skeleton would only delay it
      if (over || !Skeleton || !awaitedData.isAny()) return
      leavePage()
      setLate(coming)
    })
    return () => {
      over = true
    }
  }, [coming])
  // the page before is shown again: the next one could not be loaded, or is not wanted any more
  const covered = useRef(false)
  const entry = `${key} ${pathname}${search}`
  const left = useRef(entry)
  useLayoutEffect(() => {
    const back = covered.current && shown === null && left.current === entry
    covered.current = shown !== null
    left.current = entry
    if (!back) return
    scrollPlaces.enter(entry)
    return goToPlace(scrollPlaces.of(entry) ?? 0)
  }, [shown, entry])
  return shown !== null && loadedSkeleton ? { path: shown, Skeleton: loadedSkeleton } : null
}
