import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Pages that come sooner than this show no skeleton, in milliseconds. */
const patience = 200

/** The page that is on its way and takes its time; null otherwise, and while only the address of the same page changes. */
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
    }, patience)
    return () => clearTimeout(timer)
  }, [coming])
  return coming === null ? null : late
}
