import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FeatureDeps } from '#core/feature-deps.ts'

/** Milliseconds in which a browser that left for the identity provider may come back. */
const flowLifeMs = 10 * 60 * 1000

/** What ties one sign-in with an identity provider to the browser that began it (RFC 9700, section 2.1). */
export type ProviderFlow = {
  state: string
  /** the ID token must hold it */
  nonce: string
  /** PKCE: the code is worth nothing without it */
  codeVerifier: string
}

type Deps = Pick<FeatureDeps, 'clock' | 'codeSecret'>

/** The three values follow from the cookie and our secret: anyone who reads the cookie alone knows none of them. */
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

/** Begins a sign-in: what the browser keeps in its cookie, and what it takes along to the provider. */
export function beginFlow(deps: Deps): { cookie: string; expiresAt: Date; flow: ProviderFlow } {
  const expiresAt = new Date(deps.clock.now().getTime() + flowLifeMs)
  const cookie = `${expiresAt.getTime()}.${randomBytes(32).toString('base64url')}`
  return { cookie, expiresAt, flow: flowOf(deps, cookie) }
}

/** The sign-in that this browser began; null when it began none or too long ago, or a state is given that is another one's. */
export function resumeFlow(deps: Deps, cookie: string | undefined, state: string | undefined): ProviderFlow | null {
  const [, expires] = /^(\d{1,15})\.[\w-]{43}$/.exec(cookie ?? '') ?? []
  if (!cookie || Number(expires) <= deps.clock.now().getTime()) return null
  const flow = flowOf(deps, cookie)
  if (state === undefined) return flow
  const [given, right] = [Buffer.from(state), Buffer.from(flow.state)]
  return given.length === right.length && timingSafeEqual(given, right) ? flow : null
}

/** What the provider is shown of a verifier before it gives a code (PKCE, S256). */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')

/** The provider's authorization address with what belongs to this sign-in. */
export function withFlow(authorizationUrl: string, { state, nonce, codeVerifier }: ProviderFlow): string {
  const url = new URL(authorizationUrl)
  const own = { state, nonce, code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' }
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
  return url.href
}
