import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Does what a browser does for a new document and a router does not: scrolls to the top, or to the target of the hash (smoothly,
 * where motion is welcome; once more, when the link is followed once more), and moves the focus to the content, so that the
 * keyboard and a screen reader start there. A new query, such as a filter, is the same page and moves nothing.
 */
export function useRouteChange(): void {
  const { pathname, search, hash, key } = useLocation()
  const shown = useRef({ pathname, search, hash, key })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search, hash, key }
    if (before.key === key) return
    const moved = before.pathname !== pathname
    const named = moved || before.hash !== hash || before.search === search
    const target = named ? document.getElementById(hash.slice(1)) : null
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    if (target) target.scrollIntoView({ behavior })
    else if (moved) window.scrollTo({ top: 0, behavior })
    if (moved) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, search, hash, key])
}
