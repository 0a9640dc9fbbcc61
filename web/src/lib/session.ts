import { ApiError, api as calls, type User } from '@virtual-courses/contract'
import { browserApi } from './api.ts'
import { storeUser } from './browser-storage.ts'
import { createStore } from './create-store.ts'
import { readUserData, type UserData } from './user-data.ts'

/** The public part of the server's configuration. */
export type PublicSettings = {
  siteName: string
  /** support address; "" for none */
  supportAddress: string
  /** "fixed" shows the store texts of the specification, "live" only what is true of the course */
  storeCopy: 'fixed' | 'live'
  /** provider of the Google button: Google, the labelled local sign-in of the demo, or none */
  google: 'google' | 'local' | 'none'
  /** Mails are shown at /dev/outbox, as in the demo. */
  outbox: boolean
  /** developer pages such as /dev/ui are open */
  development: boolean
}

export const defaultSettings: PublicSettings = {
  siteName: 'Virtual Courses',
  supportAddress: '',
  storeCopy: 'fixed',
  google: 'none',
  outbox: false,
  development: false,
}

/** Data of every page. */
export type RootData = {
  /** the current user; null for a visitor */
  user: User | null
  /** wishlist and notifications; null for a visitor */
  userData: UserData | null
  settings: PublicSettings
  /** of the document's request; error pages show it */
  requestId: string
}

const store = createStore<RootData | undefined>(undefined)

/** Whether the session has ended while the page still shows its account. */
export const sessionOver = createStore(false)

let closing = new AbortController()

const keep = (data: RootData): void => {
  if (typeof document === 'undefined') return
  store.write(data)
  if (!data.user) storeUser()
}

/** The current user as the server knows them; null for a visitor. */
async function currentUser(): Promise<User | null> {
  try {
    return (await browserApi(calls.accounts.current)).user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * Data of this browser since the first document: the current user, their wishlist and notifications, and the site's settings.
 * Guards read it instead of calling the server. Never filled on the server, where one process serves all users.
 */
export const session = {
  /** undefined until the first document is hydrated */
  data: store.read,
  subscribe: store.subscribe,

  /** Returns the current user. Calls the server when the user goes back before the document is hydrated. */
  async user(): Promise<User | null> {
    const data = store.read()
    return data ? data.user : currentUser()
  },

  /** Takes the root loader's data. Wishlist and notifications of the same account are newer here than in the loader's reply. */
  remember(data: RootData): void {
    const before = store.read()
    const isSameUser = data.user !== null && data.user._id === before?.user?._id
    keep(isSameUser && before?.userData ? { ...data, userData: before.userData } : data)
    if (data.user && sessionOver.read()) sessionOver.write(false)
  },

  /** Sets the user after a sign-in, a changed profile, or a sign-out. Data of another account is dropped. */
  setUser(user: User | null): void {
    const data = store.read()
    if (data) keep({ ...data, user, userData: user && user._id === data.user?._id ? data.userData : null })
  },

  /** Changes the wishlist or the notifications of an account, unless another one is signed in by now. */
  updateUserData(userId: string | undefined, change: (before: UserData) => UserData): void {
    const data = store.read()
    if (!data?.user || data.user._id !== userId) return
    keep({ ...data, userData: change(data.userData ?? { wishlist: null, notifications: null }) })
  },

  /** Aborted while the user logs out: requests in the background would fail, or tell the user that the session has ended. */
  closing: (): AbortSignal => closing.signal,

  /** Call before the user logs out. Returns a function to call when that has failed. */
  beginClosing(): () => void {
    closing.abort()
    return () => {
      closing = new AbortController()
    }
  },

  /** The session ended without a request of this page: in another tab, by a new password, or by age. */
  end(): void {
    const before = store.read()
    if (!before?.user || closing.signal.aborted) return
    session.setUser(null)
    sessionOver.write(true)
    // after a sign-in in another tab, this one continues where it was
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

  /** Checks that the page still belongs to the current session. Another account needs a new document. */
  async check(): Promise<void> {
    const was = store.read()?.user
    if (!was) return
    const user = await currentUser().catch(() => was)
    if (!user) session.end()
    else if (user._id !== was._id) window.location.reload()
  },

  /** Reads the current user again after a mutation. An unreachable server signs no one out. */
  async refresh(data: RootData): Promise<RootData> {
    if (data.user) {
      const [user, userData] = await Promise.all([
        currentUser().catch(() => data.user),
        // only after signing in: from then on hearts and the bell keep themselves up to date
        data.userData ? null : readUserData(browserApi, data.user.role, console.warn),
      ])
      session.setUser(user)
      if (userData) session.updateUserData(data.user._id, () => userData)
    }
    return store.read() ?? data
  },
}
