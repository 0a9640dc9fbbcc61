import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * What a browser does on a new document and a router does not: scrolls to the top (smoothly, where motion is welcome) and
 * moves the focus to the content, so that the keyboard and a screen reader start there.
 */
export function useRouteChange(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo({ top: 0, behavior: calm() ? 'instant' : 'smooth' })
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}
