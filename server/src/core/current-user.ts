import type { Role } from '@virtual-courses/contract'

/** The user of a session. */
export type CurrentUser = {
  id: string
  role: Role
  name: string
  email: string
  sessionId: string
  language: string | null
  /** a password alone does not sign in to the account */
  hasFactor: boolean
}

export type SessionReader = {
  /** Returns the user of a session; null for an unknown, ended or expired token. `expiresAt` is set when the cookie has to be renewed. */
  read(token: string): Promise<{ viewer: CurrentUser; expiresAt?: Date } | null>
  /** The same for a token under the cookie's plain name, which only sessions from before the `__Host-` name have. */
  readPlain(token: string): Promise<{ viewer: CurrentUser } | null>
  /**
   * Gives such a session the token for the cookie of the present name, and ends the plain one. Requests that come at the same moment get
   * the same token. Null for every other session.
   */
  replacePlain(token: string): Promise<{ token: string; expiresAt: Date } | null>
}
