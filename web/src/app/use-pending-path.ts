import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Delay before a skeleton is shown, in milliseconds. */
const skeletonDelay = 200

/** Returns the path of a page that takes long to load; null otherwise, and while only the search of the same page changes. */
export function usePendingPath(): string | null {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const coming = state === 'loading' && location.pathname !== pathname ? location.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (coming === null) return setLate(null)
    const timer = setTimeout(() => {
      window.scrollTo({ top: 0, behavior: 'instant' })
      setLate(coming)
    }, skeletonDelay)
    return () => clearTimeout(timer)
  }, [coming])
  return coming === null ? null : late
}
