import { useLocation } from 'react-router'
import { safeNext, signInPages } from './safe-next.ts'

/** Returns where a visitor goes after signing in: the current page, or the one that redirected here. */
export function useNext(): string {
  const { pathname, search } = useLocation()
  return safeNext(signInPages.has(pathname) ? new URLSearchParams(search).get('next') : pathname + search)
}
