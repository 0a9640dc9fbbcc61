import { type RefObject, useEffect } from 'react'

type Span = { top: number; bottom: number }

/** Returns how far a list is scrolled to show an entry: as far as it is where that is in view, else so that it is in the middle. */
export const scrolledTo = (list: Span, entry: Span, scrolled: number): number =>
  entry.top >= list.top && entry.bottom <= list.bottom
    ? scrolled
    : scrolled + (entry.top + entry.bottom - list.top - list.bottom) / 2

/** Keeps the current entry of a list in view where the list scrolls by itself; the page stays where it is. `layout` changes its height. */
export function useCurrentInView(
  list: RefObject<HTMLElement | null>,
  current: string | undefined,
  layout: unknown,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry, or another height
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current]')
    if (!list.current || !entry) return
    const { current: box } = list
    box.scrollTop = scrolledTo(box.getBoundingClientRect(), entry.getBoundingClientRect(), box.scrollTop)
  }, [list, current, layout])
}
