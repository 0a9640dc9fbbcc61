import { api } from '@virtual-courses/contract'
import { clientKey } from '#http/client-key.ts'
import { serve } from '#http/serve.ts'
import { clearSessionCookie } from '#http/session.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { proofCookie } from './browser-cookies.ts'
import { callerOf } from './caller-of.ts'
import { rememberBrowser } from './known-browser.ts'
import { resetPassword } from './reset-password.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

/** The three steps to a new password. */
export function registerPasswords(rings: Rings, deps: FeatureDeps): void {
  serve(
    rings.public,
    api.accounts.sendOtp,
  )(async ({ body, request }) => {
    await sendCode(deps, body.email, clientKey(request.ip))
    return { message: 'If this address has an account, a code is on its way' }
  })
  serve(
    rings.public,
    api.accounts.verifyOtp,
  )(async ({ body, request, reply }) => {
    const proof = await verifyCode(deps, body.email, body.otp, clientKey(request.ip))
    proofCookie.set(reply, proof.token, proof.expiresAt)
    return { message: 'Code verified' }
  })
  serve(
    rings.public,
    api.accounts.resetPassword,
  )(async ({ body, request, reply, viewer }) => {
    const account = await resetPassword(deps, body, proofCookie.read(request), callerOf({ request, reply }))
    proofCookie.clear(reply)
    rememberBrowser(deps, reply, account)
    // The session of this browser was ended too, if it was one of this account's.
    if (viewer?.id === account.id) clearSessionCookie(reply)
    return { message: 'Password changed. Please log in.' }
  })
}
