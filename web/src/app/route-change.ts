import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigationType, useRevalidator } from 'react-router'
import { isSamePage } from '#lib/navigation/same-page.ts'
import { goToPlace, scrollPlaces } from '#lib/navigation/scroll-places.ts'
import { seenPages } from '#lib/navigation/seen-pages.ts'
import { isDialogOpen } from '#ui/overlays/is-dialog-open.ts'

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Scrolls are the router's matter while the document lives, and the browser's when it ends: after a reload, and back from another site, the
 * browser finds the place in the document before any script runs.
 */
function useOwnScrolling(): void {
  useEffect(() => {
    const own = () => {
      history.scrollRestoration = 'manual'
    }
    const leave = () => {
      scrollPlaces.keep()
      history.scrollRestoration = 'auto'
    }
    const note = () => scrollPlaces.note(window.scrollY)
    own()
    note()
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', leave)
    addEventListener('pageshow', own)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', own)
    }
  }, [])
}

/** A dialog that was opened while the page was on its way keeps the focus, and what is typed there. */
const focusContent = (moved: boolean): void => {
  if (moved && !isDialogOpen()) document.getElementById('content')?.focus({ preventScroll: true })
}

/**
 * Does what browsers do between documents. A new page scrolls to the top or to the target of the hash, smoothly where motion is welcome; a
 * change of the query alone moves nothing. Back and forward return to the place that was left. The focus moves to the content.
 */
export function useRouteChange(): void {
  useOwnScrolling()
  const { pathname, search, hash, key, state } = useLocation()
  const type = useNavigationType()
  const shown = useRef({ pathname, search, hash, key })
  const returned = useRef(false)
  const entry = `${key} ${pathname}${search}`
  const arrived = useRef('')
  // before it is painted: no frame shows the page at another place
  useLayoutEffect(() => {
    const first = arrived.current === ''
    if (arrived.current === entry) return
    arrived.current = entry
    scrollPlaces.enter(entry)
    const place = first || type !== 'POP' ? undefined : scrollPlaces.of(entry)
    returned.current = place !== undefined
    if (place !== undefined) return goToPlace(place)
  }, [entry, type])
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search, hash, key }
    if (before.key === key) return
    const moved = before.pathname !== pathname && !isSamePage({ state })
    const named = moved || before.hash !== hash || before.search === search
    const target = named ? document.getElementById(hash.slice(1)) : null
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    const isBack = returned.current
    returned.current = false
    if (isBack) return focusContent(moved)
    if (target) target.scrollIntoView({ behavior })
    else if (moved) window.scrollTo({ top: 0, behavior })
    scrollPlaces.note(moved && !target ? 0 : window.scrollY)
    focusContent(moved)
  }, [pathname, search, hash, key, state])
}

/** Keeps the data of pages for going back to them, and reads a page again that is shown from there. */
export function useSeenPages(): void {
  const { pathname, search, key } = useLocation()
  const page = useMatches().at(-1)
  const { revalidate, state } = useRevalidator()
  const own = useRef(false)
  const reading = state === 'loading'
  // what is read again without being ours follows a change; a passive effect may come when ours is over
  useLayoutEffect(() => {
    if (reading && !own.current) seenPages.clear()
  }, [reading])
  const data = page?.loaderData
  useEffect(() => {
    if (data !== undefined) seenPages.note(pathname + search, data)
  }, [pathname, search, data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useEffect(() => {
    if (!seenPages.arrive()) return
    own.current = true
    void revalidate().finally(() => {
      own.current = false
    })
  }, [key, revalidate])
}
