/** How many places are remembered; a visit rarely goes back further. */
const most = 100
const storageKey = 'places'

/** Reads places that an earlier document of this tab kept: pairs of an entry of the history and its pixels. */
export function parsePlaces(value: unknown): Map<string, number> {
  const pairs = Array.isArray(value) ? value : []
  const places = pairs.filter(
    (pair): pair is [string, number] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number' && pair[1] >= 0,
  )
  return new Map(places.slice(-most))
}

/** Notes the newest place of an entry, and forgets the oldest entry beyond the limit. */
export function notePlace(places: Map<string, number>, entry: string, top: number): void {
  places.delete(entry)
  places.set(entry, top)
  const [oldest] = places.keys()
  if (places.size > most && oldest !== undefined) places.delete(oldest)
}

let places: Map<string, number> | null = null
/** the entry of the history whose page is shown; null while something else is */
let shown: string | null = null

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}
const known = (): Map<string, number> => {
  places ??= parsePlaces(stored())
  return places
}

/** Where the pages of this tab's history were left, in pixels from the top. For the browser only. */
export const scrollPlaces = {
  /** The page of an entry is shown from now on. */
  enter(entry: string): void {
    shown = entry
  },
  /** Something else is shown than a page, such as its skeleton: its scrolling is not the page's. */
  hold(): void {
    shown = null
  },
  note(top: number): void {
    if (shown !== null) notePlace(known(), shown, top)
  },
  of: (entry: string): number | undefined => known().get(entry),
  /** For the document that comes after this one. */
  keep(): void {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...known()]))
    } catch {
      // private windows may forbid storage
    }
  },
}

const endsWaiting = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Scrolls to a place at once. Where the page is not yet tall enough, since a part of it is loaded, it follows the page's growth for some
 * seconds, or until the reader moves. Returns a function that stops that.
 */
export function goToPlace(top: number): () => void {
  const go = () => window.scrollTo({ top, behavior: 'instant' })
  const arrived = () => Math.abs(window.scrollY - top) < 2
  go()
  if (arrived()) return () => {}
  const observer = new ResizeObserver(() => {
    go()
    if (arrived()) stop()
  })
  const timer = setTimeout(stop, 3000)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of endsWaiting) removeEventListener(event, stop)
  }
  observer.observe(document.body)
  for (const event of endsWaiting) addEventListener(event, stop, { passive: true })
  return stop
}
