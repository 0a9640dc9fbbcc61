import { mostCounted } from '@virtual-courses/contract'
import { formatCount } from './text/format.ts'

/** Parameter of an address that says where in a list its page begins. */
export const placeName = 'at'

/** Returns the cursor of an address; "" at the start of a list, and for anything that is no cursor. */
export function readPlace(search: URLSearchParams, name: string = placeName): string {
  const place = search.get(name) ?? ''
  return /^[\w-]{1,1000}$/.test(place) ? place : ''
}

/** A number of matches as lists show it: they are counted up to a limit. */
export const formatCounted = (total: number): string =>
  total === mostCounted ? `${formatCount(total)}+` : formatCount(total)

/** The addresses of the pages beside a page. */
export const placesBeside = (
  { previous, next }: { previous: string | null; next: string | null },
  hrefFor: (at: string) => string,
) => ({
  previous: previous === null ? null : hrefFor(previous),
  next: next === null ? null : hrefFor(next),
})
