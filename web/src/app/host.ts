import type { Fetch } from '@virtual-courses/contract'
import { createContext } from 'react-router'
import type { PublicSettings } from '#lib/settings.ts'

/** What the web server brings along with a request for a document. */
export type Host = {
  /** Calls the API in the same process, as the visitor who asked for the document. */
  fetch: Fetch
  /** false when the request carries no cookie: then nobody can be signed in, and no call is needed to know it */
  mayBeSignedIn: boolean
  settings: PublicSettings
  requestId: string
  nonce: string
  /** Writes an unexpected error to the server's log. */
  report(error: unknown): void
}

export const hostContext = createContext<Host>()
