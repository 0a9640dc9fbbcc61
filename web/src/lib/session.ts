import type { User } from '@virtual-courses/contract'
import type { RootData } from './root-data.ts'
import { defaultSettings } from './settings.ts'

let known: RootData = { user: null, settings: defaultSettings, requestId: '' }

/**
 * What this browser knows since the first document: who is signed in, and the site's settings. Guards ask it instead of
 * the server. It is set from the first document and whenever a user is answered; never on the server, where one process
 * serves everybody.
 */
export const session = {
  data: (): RootData => known,
  user: (): User | null => known.user,
  remember(data: RootData): void {
    if (typeof document !== 'undefined') known = data
  },
  setUser(user: User | null): void {
    session.remember({ ...known, user })
  },
}
