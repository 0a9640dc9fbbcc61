import { ApiError, api as calls, type PublicSettings, type User, type Viewer } from '@virtual-courses/contract'
import { browserApi, onRefused } from '../api.ts'
import { storeUser } from '../browser-storage.ts'
import { publishToTabs } from '../connection/tabs.ts'
import { createStore } from '../create-store.ts'
import { readUserData, type UserData } from './user-data.ts'

export const defaultSettings: PublicSettings = {
  siteName: 'Virtual Courses',
  supportAddress: '',
  storeCopy: 'checked',
  language: 'en',
  publicPages: true,
  agreement: '',
  refundDays: 0,
  refundWatchedPercent: 0,
  taxIncluded: false,
  publicUrl: '',
  google: 'none',
  outbox: false,
  languages: [{ tag: 'en', name: 'English', dir: 'ltr', whole: true }],
  development: false,
}

/** Data of every page. */
export type RootData = {
  /** the current user; null for a visitor */
  user: Viewer | null
  /** wishlist and notifications; null for a visitor */
  userData: UserData | null
  settings: PublicSettings
  /** of the document's request; error pages show it */
  requestId: string
}

const store = createStore<RootData | undefined>(undefined)

/** Whether the session has ended while the page still shows its account. */
export const sessionOver = createStore(false)

/** The account that was signed in when the session ended; its page is still shown. */
let ended: Viewer | undefined

let closing = new AbortController()

const keep = (data: RootData): void => {
  if (typeof document === 'undefined') return
  store.write(data)
  if (!data.user) storeUser()
}

/** Returns the user of a specified reply, which lists their courses, as our pages keep them. */
export const toViewer = ({ enrolledCourses, ...user }: User): Viewer => ({
  ...user,
  enrolledCount: enrolledCourses.length,
  latestCourseId: enrolledCourses[0]?._id ?? null,
})

/** The current user as the server knows them; null for a visitor. */
async function currentUser(): Promise<Viewer | null> {
  try {
    return (await browserApi(calls.accounts.viewer)).user
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

  /**
   * Returns the current user. Calls the server when the user goes back before the document is hydrated, and once the session has ended:
   * there may be another one by now.
   */
  async user(): Promise<Viewer | null> {
    if (sessionOver.read()) await session.check()
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
  setUser(user: Viewer | null): void {
    const data = store.read()
    if (!data) return
    const isSame = user?._id === data.user?._id
    keep({ ...data, user, userData: user && isSame ? data.userData : null })
    if (!isSame) publishToTabs({ kind: 'account' })
  },

  /** Makes hearts of this tab show a change that the server has saved. */
  showHeart({ userId, courseId, wishlisted }: { userId: string; courseId: string; wishlisted: boolean }): void {
    session.updateUserData(userId, (before) => {
      const others = (before.wishlist ?? []).filter((id) => id !== courseId)
      return { ...before, wishlist: wishlisted ? [courseId, ...others] : others }
    })
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

  /** The session ended: in another tab, by a new password, or by age. */
  end(): void {
    const before = store.read()
    if (!before?.user || closing.signal.aborted) return
    ended = before.user
    keep({ ...before, user: null, userData: null })
    sessionOver.write(true)
    // after a sign-in in a browser that tells its tabs nothing, this one continues where it was
    const comeBack = async () => {
      if (document.visibilityState !== 'visible') return
      if (sessionOver.read()) await session.check()
      if (!sessionOver.read()) document.removeEventListener('visibilitychange', comeBack)
    }
    document.addEventListener('visibilitychange', comeBack)
  },

  /**
   * Compares the page's account with that of the browser. A page of one account is loaded again for another one; a visitor's page
   * takes the new user. Returns whether the page's data has to be read again.
   */
  async check(): Promise<boolean> {
    const data = store.read()
    if (!data || closing.signal.aborted) return false
    const user = await currentUser().catch(() => data.user)
    const shown = data.user ?? (sessionOver.read() ? ended : undefined)
    if (store.read()?.user !== data.user) return false
    if (shown && user && shown._id !== user._id) window.location.reload()
    else if (data.user && !user) session.end()
    else if (user && !data.user) {
      keep({ ...data, user })
      sessionOver.write(false)
      return true
    }
    return false
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

onRefused(() => {
  // a call may have been sent with the cookie that a login in another tab has replaced
  if (store.read()?.user) void session.check()
})
