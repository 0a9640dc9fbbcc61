import { api } from '@virtual-courses/contract'
import { clientKey } from '#core/client-key.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { clearSessionCookie } from '#http/session.ts'
import { proofCookie, requestCookie } from './browser-cookies.ts'
import { callerOf } from './caller-of.ts'
import { rememberBrowser } from './known-browser.ts'
import { resetPassword } from './reset-password.ts'
import { sendCode } from './send-code.ts'
import { verifyCode, verifyLink } from './verify-code.ts'

/** The three steps to a new password. */
export function registerPasswords(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.accounts.sendOtp,
  )(async ({ body, request, reply }) => {
    const asked = await sendCode(deps, body.email, callerOf({ request, reply }), requestCookie.read(request))
    requestCookie.set(reply, asked.token, asked.expiresAt)
    return { message: 'If this address has an account, a code is on its way' }
  })
  serve(
    routes.public,
    api.accounts.verifyOtp,
  )(async ({ body, request, reply }) => {
    const typed = { email: body.email, code: body.otp, token: requestCookie.read(request) }
    const proof = await verifyCode(deps, typed, callerOf({ request, reply }))
    requestCookie.clear(reply)
    proofCookie.set(reply, proof.token, proof.expiresAt)
    return { message: 'Code verified' }
  })
  serve(
    routes.public,
    api.accounts.verifyResetLink,
  )(async ({ body, request, reply }) => {
    const { email, ...proof } = await verifyLink(deps, body.token, clientKey(request.ip))
    proofCookie.set(reply, proof.token, proof.expiresAt)
    return { message: 'Link verified', email }
  })
  serve(
    routes.public,
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
