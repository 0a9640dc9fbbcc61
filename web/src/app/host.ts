import type { Fetch } from '@virtual-courses/contract'
import { createContext } from 'react-router'
import type { PublicSettings } from '#lib/settings.ts'

/** What the web server passes along with the request for a document. */
export type Host = {
  /** Calls the API in the same process, as the visitor who requested the document. */
  fetch: Fetch
  /** false when the request carries no cookie: then no one is signed in, and no call is needed */
  mayBeSignedIn: boolean
  settings: PublicSettings
  requestId: string
  nonce: string
  /** Writes an unexpected error to the server's log. */
  report(error: unknown): void
}

export const hostContext = createContext<Host>()
