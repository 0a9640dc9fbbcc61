import { session } from '../session/session.ts'

/** How many pages are kept in memory. */
const most = 20

type Seen = {
  data: unknown
  /** of the account that saw it; undefined for a visitor */
  userId: string | undefined
}

const pages = new Map<string, Seen>()
/** the address that the user goes back or forward to */
let returning: string | null = null
/** the page that is shown was taken from here: it has to be read again */
let outdated = false

const viewerId = (): string | undefined => session.data()?.user?._id

// before the router's own listener, which starts the navigation
if (typeof window !== 'undefined')
  window.addEventListener(
    'popstate',
    () => {
      returning = window.location.pathname + window.location.search
    },
    { capture: true },
  )

/**
 * The data of the pages that this document has shown. Going back or forward shows them at once, as they were left, and reads them again
 * behind that; a page that is pressed is always read. Never filled on the server.
 */
export const seenPages = {
  /** Notes the data of the page that is shown. */
  note(address: string, data: unknown): void {
    pages.delete(address)
    pages.set(address, { data, userId: viewerId() })
    const [oldest] = pages.keys()
    if (pages.size > most && oldest !== undefined) pages.delete(oldest)
  },

  /** Returns the data of a page that the same user goes back or forward to; undefined when it has to be loaded. */
  recall(address: string): unknown {
    if (returning !== address) return undefined
    returning = null
    const seen = pages.get(address)
    if (!seen || seen.userId !== viewerId()) return undefined
    outdated = true
    return seen.data
  },

  /** A page is shown. Returns whether it has to be read again. */
  arrive(): boolean {
    const stale = outdated
    outdated = false
    returning = null
    return stale
  },

  /** Something was changed: what other pages showed may be wrong. */
  clear(): void {
    pages.clear()
  },
}
