import type { ReactNode, RefCallback } from 'react'

/** Where something stays while the page scrolls: under the bar of the site, at the lower edge, or below that in the strip of every page. */
type Edge = 'top' | 'bar' | 'strip'

const docked: Record<Edge, Set<HTMLElement>> = { top: new Set(), bar: new Set(), strip: new Set() }

/** Writes the height of the highest element at an edge to `--docked-<edge>` of the document; those that scroll with the page take nothing. */
function measure(edge: Edge): void {
  const heights = [...docked[edge]]
    .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
    .map((element) => element.offsetHeight)
  document.documentElement.style.setProperty(`--docked-${edge}`, `${Math.max(0, ...heights)}px`)
}

function dockAt(edge: Edge): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return
    docked[edge].add(element)
    const observer = new ResizeObserver(() => measure(edge))
    observer.observe(element)
    return () => {
      observer.disconnect()
      docked[edge].delete(element)
      measure(edge)
    }
  }
}

/**
 * Refs for what stays at an edge of the window, so that it covers no control. Its height is kept in a variable of the document: scrolling stops
 * before it (`scroll-padding`), what stays above it begins there, and the end of the page leaves it room (styles/dock.css).
 */
export const atTop = dockAt('top')
export const atBottom = dockAt('bar')
const inStrip = dockAt('strip')

/** The lower edge of every page, for what is not of the page itself: uploads, the state of the connection. A page's own bars stay above it. */
export function Dock({ children }: { children: ReactNode }) {
  return (
    <div ref={inStrip} className="fixed inset-x-0 bottom-0 z-49 empty:hidden">
      {children}
    </div>
  )
}
