import { browserCookie } from '#http/browser-cookie.ts'

/** Ties a sign-in with an identity provider to this browser (`provider-flow.ts`). */
export const providerFlowCookie = browserCookie('vc_google')

/** Names the request for a code that this browser made. */
export const requestCookie = browserCookie('vc_reset_request')

/** Holds the verification token of a browser that verified a code or a link. */
export const proofCookie = browserCookie('vc_reset')

/** Tells that this browser has signed in to an account before (`known-browser.ts`). */
export const knownBrowserCookie = browserCookie('vc_known')
