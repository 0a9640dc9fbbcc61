import type { ReactNode, RefCallback } from 'react'

/** Where something stays while the page scrolls: under the bar of the site, at the lower edge, or below that in the strip of every page. */
type Edge = 'top' | 'bar' | 'strip'

const docked: Record<Edge, Set<Element>> = { top: new Set(), bar: new Set(), strip: new Set() }
const edges = ['top', 'bar', 'strip'] as const

const heightAt = (edge: Edge): number => {
  const heights = [...docked[edge]]
    .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
    .map((element) => element.getBoundingClientRect().height)
  return Math.round(Math.max(0, ...heights))
}

/**
 * Writes the height of the highest element at an edge to `--docked-<edge>` of the document; those that scroll with the page take nothing.
 * Another value there computes the styles of the whole page again: all is read first, and what is the same is not written.
 */
function measure(changed: readonly ResizeObserverEntry[]): void {
  const { documentElement: root } = document
  const known = getComputedStyle(root)
  const heights = edges
    .filter((edge) => changed.some(({ target }) => docked[edge].has(target)))
    .map((edge) => ({ name: `--docked-${edge}`, height: heightAt(edge) }))
    .filter(({ name, height }) => Number.parseFloat(known.getPropertyValue(name)) !== height)
  for (const { name, height } of heights) root.style.setProperty(name, `${height}px`)
}

let observer: ResizeObserver | undefined

function dockAt(edge: Edge): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return
    docked[edge].add(element)
    observer ??= new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer?.unobserve(element)
      docked[edge].delete(element)
      const { style } = document.documentElement
      if (docked[edge].size > 0) style.setProperty(`--docked-${edge}`, `${heightAt(edge)}px`)
      else style.removeProperty(`--docked-${edge}`)
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
