import { ApiError, api as calls, type User } from '@virtual-courses/contract'
import { browserApi } from './api.ts'
import { createStore } from './create-store.ts'
import { readOwnData } from './own-data.ts'
import type { RootData } from './root-data.ts'
import { storedUser } from './stored-user.ts'

let known: RootData | undefined

/** The server said that the session is over, while the page still shows the account that had it. */
export const sessionOver = createStore(false)

const keep = (data: RootData): void => {
  if (typeof document === 'undefined') return
  known = data
  if (!data.user) storedUser.clear()
}

/** The current user as the server knows him; null for a visitor. */
async function currentUser(): Promise<User | null> {
  try {
    return (await browserApi(calls.accounts.current)).user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * What this browser knows since the first document: who is signed in, and the site's settings. Guards ask it instead of
 * the server. It is set from the first document and whenever a user is answered; never on the server, where one process
 * serves everybody.
 */
export const session = {
  /** undefined until the first document has come to life */
  data: (): RootData | undefined => known,

  /** Who is signed in. Somebody may go back before the document has come to life; then the server is asked. */
  async user(): Promise<User | null> {
    return known ? known.user : currentUser()
  },

  /** Takes what the root of the pages was given. */
  remember(data: RootData): void {
    keep(data)
    if (data.user && sessionOver.read()) sessionOver.write(false)
  },

  /** Somebody signed in, changed his profile, or is gone. What belonged to another account is forgotten. */
  setUser(user: User | null): void {
    if (known) keep({ ...known, user, own: user && user._id === known.user?._id ? known.own : null })
  },

  /** The session ended without this page asking for it: in another tab, by a new password, or by age. */
  end(): void {
    const before = known
    if (!before?.user) return
    session.setUser(null)
    sessionOver.write(true)
    // who signs in again in another tab and comes back goes on where he was
    const comeBack = async () => {
      if (document.visibilityState !== 'visible') return
      const user = sessionOver.read() ? await currentUser().catch(() => null) : null
      if (user && user._id === before.user?._id) {
        keep({ ...before, user })
        sessionOver.write(false)
      }
      if (!sessionOver.read()) document.removeEventListener('visibilitychange', comeBack)
    }
    document.addEventListener('visibilitychange', comeBack)
  },

  /** Asks whether this is still the session that the page was made for. Another account needs another page. */
  async check(): Promise<void> {
    const was = known?.user
    if (!was) return
    const user = await currentUser().catch(() => was)
    if (!user) session.end()
    else if (user._id !== was._id) window.location.reload()
  },

  /** Reads the current user again after something was changed. Not reaching the server signs nobody out. */
  async refresh(data: RootData): Promise<RootData> {
    if (data.user) {
      const [user, own] = await Promise.all([
        currentUser().catch(() => data.user),
        // only after signing in: from then on hearts and the bell keep themselves up to date
        data.own ?? readOwnData(browserApi, data.user.role, console.warn),
      ])
      session.setUser(user)
      if (known?.user) keep({ ...known, own })
    }
    return known ?? data
  },
}
