import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { IdentityDown } from '#ports/identity.ts'
import { callerOf } from '../caller-of.ts'
import { registerLocalSignIn } from './local-sign-in.ts'
import { openInBrowser } from './open-in-browser.ts'
import { beginFlow, resumeFlow, withFlow } from './provider-flow.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

/** Cookie that binds a sign-in with an identity provider to this browser (`provider-flow.ts`). */
const flowCookie = 'vc_google'

/** Sign-in with Google or, without configuration, with the local provider and its own page. */
export function registerGoogle(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.accounts.googleConsent,
  )(async ({ cookies }) => {
    const { identity, log } = deps
    if (!identity) throw new DomainError('google_unavailable')
    const authorizationUrl = await identity.authorizationUrl().catch((error: unknown) => {
      if (!(error instanceof IdentityDown)) throw error
      log.warn({ reason: error.message }, 'the identity provider cannot be reached')
      throw new DomainError('google_unavailable')
    })
    const { cookie, expiresAt, flow } = beginFlow(deps)
    cookies.set(flowCookie, cookie, expiresAt)
    return { authorizationUrl: withFlow(authorizationUrl, flow), clientId: identity.clientId, state: flow.state }
  })
  serve(
    routes.public,
    api.accounts.googleToken,
  )(async (call) => {
    const { body, cookies, host } = call
    const flow = resumeFlow(deps, cookies.read(flowCookie), body.state)
    // each sign-in can be finished once, whether it succeeds or not
    cookies.clear(flowCookie)
    const wanted = { code: body.code, redirectUri: body.redirect_uri, role: body.role, flow, agreed: body.agreed }
    const signedIn = await signInWithProvider(deps, wanted, { ...callerOf(call), host })
    return { user: await openInBrowser(deps, call, signedIn) }
  })
  if (deps.identity?.hosted) registerLocalSignIn(routes.public.app, deps, deps.identity.hosted)
}
