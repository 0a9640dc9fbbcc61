import { ApiError, api as calls, type User } from '@virtual-courses/contract'
import { browserApi } from './api.ts'
import type { RootData } from './root-data.ts'

let known: RootData | undefined

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

  remember(data: RootData): void {
    if (typeof document !== 'undefined') known = data
  },

  setUser(user: User | null): void {
    if (known) session.remember({ ...known, user })
  },

  /** Reads the current user again after something was changed. Not reaching the server signs nobody out. */
  async refresh(data: RootData): Promise<RootData> {
    if (data.user) session.setUser(await currentUser().catch(() => data.user))
    return known ?? data
  },
}
