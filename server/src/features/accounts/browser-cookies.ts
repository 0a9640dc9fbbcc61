import { browserCookie } from '#http/browser-cookie.ts'

/** Holds the verification token of a browser that verified a code. */
export const proofCookie = browserCookie('vc_reset')

/** Tells that this browser has signed in to an account before (`known-browser.ts`). */
export const knownBrowserCookie = browserCookie('vc_known')
