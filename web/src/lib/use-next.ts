import { useLocation } from 'react-router'
import { safeNext, signInPages } from './safe-next.ts'

/** Where a visitor who signs in from here should land: the page he is on, or the one he was sent away from. */
export function useNext(): string {
  const { pathname, search } = useLocation()
  return safeNext(signInPages.has(pathname) ? new URLSearchParams(search).get('next') : pathname + search)
}
