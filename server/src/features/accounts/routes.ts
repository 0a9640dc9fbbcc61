import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { callerOf } from './caller-of.ts'
import { registerOutbox } from './codes/outbox-pages.ts'
import { registerPasswords } from './passwords/password-routes.ts'
import { presentSessions, presentViewer } from './present.ts'
import { confirmNewAddress, readAccountStatus, requestNewAddress } from './profile/change-email.ts'
import { chooseLanguage } from './profile/choose-language.ts'
import { updateProfile } from './profile/update-profile.ts'
import { findUser, summariseEnrolments } from './queries.ts'
import { registerSecurity } from './security/security-routes.ts'
import { findSessionsOf } from './sessions/session-queries.ts'
import { endSession, endSessionOf, endSessionsOf } from './sessions/sessions.ts'
import { registerGoogle } from './sign-in/google-routes.ts'
import { logIn } from './sign-in/log-in.ts'
import { openInBrowser, presentOwn } from './sign-in/open-in-browser.ts'
import { sendOwnerCode } from './sign-in/prove-owner.ts'
import { signUp } from './sign-in/sign-up.ts'

/** Registers the endpoints of accounts, and the pages of the outbox and the local identity provider. */
export function registerAccounts(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.accounts.signup,
  )(async (call) => openInBrowser(deps, call, await signUp(deps, call.body, callerOf(call))))
  serve(
    routes.public,
    api.accounts.login,
  )(async (call) => openInBrowser(deps, call, await logIn(deps, call.body, callerOf(call))))
  serve(
    routes.public,
    api.accounts.logout,
  )(async ({ session, say }) => {
    const token = session.read()
    if (token) await endSession(deps.db, token)
    session.clear()
    return { message: say(msg`LogOut Successfully`) }
  })
  serve(
    routes.public,
    api.accounts.setLanguage,
  )(async (call) => {
    const message = await chooseLanguage(deps, call)
    return { message }
  })
  serve(
    routes.signedIn,
    api.accounts.current,
  )(async ({ viewer }) => {
    const user = await findUser(deps.db, viewer.id)
    if (!user) throw new DomainError('unauthenticated')
    return { user: await presentOwn(deps, user) }
  })
  serve(
    routes.signedIn,
    api.accounts.viewer,
  )(async ({ viewer }) => {
    const [user, enrolled] = await Promise.all([findUser(deps.db, viewer.id), summariseEnrolments(deps.db, viewer.id)])
    if (!user) throw new DomainError('unauthenticated')
    return { user: presentViewer(user, enrolled), language: user.language }
  })
  serve(
    routes.signedIn,
    api.accounts.updateProfile,
  )(async ({ body, files, viewer, signal }) => updateProfile(deps, viewer, body, { photo: files.photoUrl, signal }))
  registerPasswords(routes, deps)
  registerGoogle(routes, deps)
  registerSecurity(routes, deps)
  registerSessions(routes, deps)
  registerOwnAccount(routes, deps)
  registerOutbox(routes.public.app, deps)
}

/** Endpoints with which users prove themselves and change their address. */
function registerOwnAccount(routes: Routes, deps: FeatureDeps): void {
  serve(routes.signedIn, api.ownAccount.status)(async ({ viewer }) => readAccountStatus(deps, viewer))
  serve(
    routes.signedIn,
    api.ownAccount.sendOwnerCode,
  )(async (call) => {
    await sendOwnerCode(deps, call.viewer, callerOf(call))
    return { message: call.say(msg`A code is on its way to your address`) }
  })
  serve(
    routes.signedIn,
    api.ownAccount.changeEmail,
  )(async (call) => {
    await requestNewAddress(deps, call.viewer, call.body, callerOf(call))
    return { message: call.say(msg`A code is on its way to the new address`) }
  })
  serve(
    routes.signedIn,
    api.ownAccount.confirmEmail,
  )(async ({ body, viewer, say }) => {
    const email = await confirmNewAddress(deps, viewer, body.code)
    return { email, message: say(msg`Your address was changed. All other browsers were signed out.`) }
  })
}

/** Endpoints with which users list and end their sessions. */
function registerSessions(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.accounts.sessions,
  )(async ({ viewer }) => ({
    sessions: presentSessions(await findSessionsOf(deps.db, viewer.id, deps.clock.now()), viewer.sessionId),
  }))
  serve(
    routes.signedIn,
    api.accounts.endSession,
  )(async ({ params, viewer, session, say }) => {
    if (!(await endSessionOf(deps.db, viewer.id, params.sessionId))) throw new DomainError('not_found')
    if (params.sessionId === viewer.sessionId) session.clear()
    return { message: say(msg`This browser was signed out`) }
  })
  serve(
    routes.signedIn,
    api.accounts.endOtherSessions,
  )(async ({ viewer, say }) => {
    await transact(deps.db, (tx) => endSessionsOf(tx, viewer.id, viewer.sessionId))
    return { message: say(msg`All other browsers were signed out`) }
  })
}
