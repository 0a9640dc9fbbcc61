import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { callerOf } from '../caller-of.ts'
import { renamePasskey } from '../factors/factor-queries.ts'
import { clearFirstStep } from '../sign-in/first-step.ts'
import { openInBrowser } from '../sign-in/open-in-browser.ts'
import { finishSignIn, readSecondStep } from '../sign-in/second-step.ts'
import { askForSignIn, signInWithPasskey } from '../sign-in/sign-in-with-passkey.ts'
import { confirmOwner, proveAddress, readConfirmOptions } from './confirm-owner.ts'
import { isDemandedOf } from './demand.ts'
import {
  addPasskey,
  beginApp,
  beginPasskey,
  finishApp,
  readFactors,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from './manage-factors.ts'

/** Sign-in with passkeys, the second step of a sign-in, and the factors of the current user. */
export function registerSecurity(routes: Routes, deps: FeatureDeps): void {
  serve(routes.public, api.signIn.passkeyOptions)(async ({ cookies }) => askForSignIn(deps, cookies))
  serve(
    routes.public,
    api.signIn.withPasskey,
  )(async (call) =>
    openInBrowser(deps, call, await signInWithPasskey(deps, call.cookies, call.body.passkey, callerOf(call))),
  )
  serve(routes.public, api.signIn.secondStep)(async ({ cookies }) => readSecondStep(deps, cookies))
  serve(
    routes.public,
    api.signIn.finish,
  )(async (call) => {
    const signedIn = await finishSignIn(deps, call.cookies, call.body, callerOf(call))
    clearFirstStep(call.cookies)
    return openInBrowser(deps, call, signedIn)
  })
  registerConfirmation(routes, deps)
  registerFactors(routes, deps)
}

function registerConfirmation(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.factors.confirmOptions,
  )(async ({ cookies, viewer }) => readConfirmOptions(deps, viewer, cookies))
  serve(
    routes.signedIn,
    api.factors.confirm,
  )(async (call) => {
    const { body, cookies, viewer, say } = call
    const until = await confirmOwner(deps, viewer, body, { caller: callerOf(call), cookies })
    return { confirmedUntil: until.toISOString(), message: say(msg`Thank you. We ask again in ten minutes.`) }
  })
  serve(
    routes.signedIn,
    api.factors.proveAddress,
  )(async ({ body, viewer, say }) => {
    await proveAddress(deps, viewer, body.ownerCode)
    return { message: say(msg`Your address is confirmed`) }
  })
}

function registerFactors(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.factors.list,
  )(async ({ viewer }) => ({
    ...(await readFactors(deps, viewer)),
    demanded:
      (viewer.role === 'admin' && isDemandedOf(deps, 'admins')) ||
      (viewer.role === 'educator' && isDemandedOf(deps, 'payees')),
  }))
  serve(routes.signedIn, api.factors.passkeyOptions)(async ({ cookies, viewer }) => beginPasskey(deps, viewer, cookies))
  serve(
    routes.signedIn,
    api.factors.addPasskey,
  )(async ({ body, cookies, viewer, say }) => ({
    ...(await addPasskey(deps, viewer, body, cookies)),
    message: say(msg`Passkey added`),
  }))
  serve(
    routes.signedIn,
    api.factors.renamePasskey,
  )(async ({ body, params, viewer, say }) => {
    if (!(await renamePasskey(deps.db, viewer.id, params.passkeyId, body.name))) throw new DomainError('not_found')
    return { message: say(msg`Name saved`) }
  })
  serve(
    routes.signedIn,
    api.factors.removePasskey,
  )(async ({ params, viewer, say }) => {
    await removePasskey(deps, viewer, params.passkeyId)
    return { message: say(msg`Passkey removed`) }
  })
  serve(routes.signedIn, api.factors.beginApp)(async ({ viewer }) => beginApp(deps, viewer))
  serve(
    routes.signedIn,
    api.factors.confirmApp,
  )(async ({ body, viewer, say }) => ({
    ...(await finishApp(deps, viewer, body.code)),
    message: say(msg`Authenticator app added`),
  }))
  serve(
    routes.signedIn,
    api.factors.removeApp,
  )(async ({ viewer, say }) => {
    await removeApp(deps, viewer)
    return { message: say(msg`Authenticator app removed`) }
  })
  serve(
    routes.signedIn,
    api.factors.renewCodes,
  )(async ({ viewer, say }) => ({
    recoveryCodes: await renewRecoveryCodes(deps, viewer),
    message: say(msg`New recovery codes made. The old ones no longer work.`),
  }))
}
