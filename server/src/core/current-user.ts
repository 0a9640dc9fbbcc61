import type { Role } from '@virtual-courses/contract'

/** The user of a session. */
export type CurrentUser = { id: string; role: Role; name: string; email: string; sessionId: string }

export type SessionReader = {
  /** Returns the user of a session; null for an unknown, ended or expired token. `expiresAt` is set when the cookie has to be renewed. */
  read(token: string): Promise<{ viewer: CurrentUser; expiresAt?: Date } | null>
}
