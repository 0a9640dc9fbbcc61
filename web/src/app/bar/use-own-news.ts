import { useEffect, useSyncExternalStore } from 'react'
import { announcement } from '#features/notifications/notification-store.ts'
import { hearWishes } from '#features/wishlist/hear-wishes.ts'
import { whenQuiet } from '#lib/when-quiet.ts'

/** Hears what concerns the reader while a page is open. Answers what a screen reader is to be told about it. */
export function useOwnNews(userId: string): string {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account hears by another session
  useEffect(hearWishes, [userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    let close: (() => void) | undefined
    let left = false
    const stop = whenQuiet(() => {
      import('../live-news.ts').then(
        ({ hearNews }) => {
          if (!left) close = hearNews()
        },
        // offline: the next document brings what is new
        () => {},
      )
    })
    return () => {
      left = true
      stop()
      close?.()
    }
  }, [userId])
  return useSyncExternalStore(announcement.subscribe, announcement.read, () => '')
}
