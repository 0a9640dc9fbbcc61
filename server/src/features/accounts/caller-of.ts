import type { Endpoint } from '@virtual-courses/contract'
import type { Call } from '#http/serve.ts'

/** Cookie that says that this browser has signed in to an account before. */
export const knownBrowserCookie = 'vc_known'

/** Where a request comes from. */
export type Caller = {
  /** what limits count by */
  key: string
  /** how the browser names itself */
  userAgent: string
  /** what the browser says about its earlier sign-ins (`known-browser.ts`) */
  known: string | undefined
  /** aborted when the client has left before it had the reply */
  signal: AbortSignal
}

export const callerOf = (call: Pick<Call<Endpoint>, 'client' | 'headers' | 'cookies' | 'signal'>): Caller => ({
  key: call.client,
  userAgent: call.headers['user-agent'] ?? '',
  known: call.cookies.read(knownBrowserCookie),
  signal: call.signal,
})
