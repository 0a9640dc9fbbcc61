import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FeatureDeps } from '#core/feature-deps.ts'

/** Milliseconds within which a browser must come back from the identity provider. */
const flowLifeMs = 10 * 60 * 1000

/** Values that bind a sign-in with an identity provider to the browser that began it (RFC 9700, section 2.1). */
export type ProviderFlow = {
  state: string
  /** the ID token must contain it */
  nonce: string
  /** PKCE: the authorization code cannot be exchanged without it */
  codeVerifier: string
}

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret'>

/** Derives the three values from the cookie and the secret; the cookie alone reveals none of them. */
function flowOf({ codeSecret }: Deps, cookie: string): ProviderFlow {
  const derive = (name: string) =>
    createHmac('sha256', codeSecret)
      .update(JSON.stringify(['provider flow', name, cookie]))
      .digest()
  return {
    state: derive('state').toString('hex').slice(0, 32),
    nonce: derive('nonce').toString('base64url'),
    codeVerifier: derive('verifier').toString('base64url'),
  }
}

/** Begins a sign-in; returns the value of the browser's cookie and the values for the provider. */
export function beginFlow(deps: Deps): { cookie: string; expiresAt: Date; flow: ProviderFlow } {
  const expiresAt = new Date(deps.clock.now().getTime() + flowLifeMs)
  const cookie = `${expiresAt.getTime()}.${randomBytes(32).toString('base64url')}`
  return { cookie, expiresAt, flow: flowOf(deps, cookie) }
}

/** Returns the sign-in that this browser began; null when there is none, it has expired, or `state` does not match. */
export function resumeFlow(deps: Deps, cookie: string | undefined, state: string | undefined): ProviderFlow | null {
  const [, expires] = /^(\d{1,15})\.[\w-]{43}$/.exec(cookie ?? '') ?? []
  if (!cookie || Number(expires) <= deps.clock.now().getTime()) return null
  const flow = flowOf(deps, cookie)
  if (state === undefined) return flow
  const [given, right] = [Buffer.from(state), Buffer.from(flow.state)]
  return given.length === right.length && timingSafeEqual(given, right) ? flow : null
}

/** PKCE code challenge of a verifier (S256). */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')

/** Returns the provider's authorization URL with the parameters of this sign-in. */
export function withFlow(authorizationUrl: string, { state, nonce, codeVerifier }: ProviderFlow): string {
  const url = new URL(authorizationUrl)
  const own = { state, nonce, code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' }
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
  return url.href
}
