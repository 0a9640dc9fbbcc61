import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { callerOf } from '../caller-of.ts'
import { sendCode } from '../codes/send-code.ts'
import { verifyCode, verifyLink } from '../codes/verify-code.ts'
import { rememberBrowser } from '../sessions/known-browser.ts'
import { changePassword } from './change-password.ts'
import { resetPassword } from './reset-password.ts'

/** Cookie with the token of the code request that this browser made. */
const requestCookie = 'vc_reset_request'
/** Cookie with the verification token of a browser that has verified a code or a link. */
const tokenCookie = 'vc_reset'

/** The endpoints of a password reset, and of changing a known password. */
export function registerPasswords(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.accounts.sendOtp,
  )(async (call) => {
    const { body, cookies } = call
    const asked = await sendCode(deps, body.email, callerOf(call), cookies.read(requestCookie))
    cookies.set(requestCookie, asked.token, asked.expiresAt)
    return { message: call.say(msg`If this address has an account, a code is on its way`) }
  })
  serve(
    routes.public,
    api.accounts.verifyOtp,
  )(async (call) => {
    const { body, cookies } = call
    const typed = { email: body.email, code: body.otp, token: cookies.read(requestCookie) }
    const verified = await verifyCode(deps, typed, callerOf(call))
    cookies.clear(requestCookie)
    cookies.set(tokenCookie, verified.token, verified.expiresAt)
    return { message: call.say(msg`Code verified`) }
  })
  serve(
    routes.public,
    api.accounts.verifyResetLink,
  )(async ({ body, client, cookies, say }) => {
    const { email, ...verified } = await verifyLink(deps, body.token, client)
    cookies.set(tokenCookie, verified.token, verified.expiresAt)
    return { message: say(msg`Link verified`), email }
  })
  serve(
    routes.public,
    api.accounts.resetPassword,
  )(async (call) => {
    const { body, cookies, session, viewer } = call
    const account = await resetPassword(deps, body, cookies.read(tokenCookie), callerOf(call))
    cookies.clear(tokenCookie)
    // a known browser has tries of its own at the second step, which reading mail must not give
    if (!account.hasFactor) rememberBrowser(deps, cookies, { ...account, factor_since: null })
    // The reset has ended all sessions of the account, perhaps also the one of this browser.
    if (viewer?.id === account.id) session.clear()
    return { message: call.say(msg`Password changed. Please log in.`) }
  })
  serve(
    routes.signedIn,
    api.accounts.changePassword,
  )(async (call) => {
    const account = await changePassword(deps, call.viewer, call.body, callerOf(call))
    rememberBrowser(deps, call.cookies, account)
    return { message: call.say(msg`Password changed. All other browsers were signed out.`) }
  })
}
