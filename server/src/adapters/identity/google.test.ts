import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IdentityDown, IdentityRefused } from '#ports/identity.ts'
import {
  type Forgery,
  type OpenIdProvider,
  type Person,
  startOpenIdProvider,
} from '#test/support/services/openid-provider.ts'
import { testChallenge, testFlow } from '#test/support/sign-in-flow.ts'
import { identityConformance } from './conformance.ts'
import { googleIdentity } from './google.ts'

const redirectUri = 'http://localhost:8000/auth/callback'
const clientOf = ({ issuer, clientId, clientSecret }: OpenIdProvider) => ({ issuer, clientId, clientSecret })

/** The consent redirect as the specification builds it; returns with a code. */
async function codeFor(provider: OpenIdProvider, person: Person): Promise<string> {
  const url = new URL(await googleIdentity(clientOf(provider)).authorizationUrl())
  const wanted = {
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    access_type: 'offline',
    prompt: 'consent',
    state: 'a-state',
    nonce: testFlow.nonce,
    code_challenge: testChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
  const returned = await provider.signIn(url.href, person)
  expect(returned.searchParams.get('state')).toBe('a-state')
  return returned.searchParams.get('code') ?? ''
}

const variants = [
  ['with claims in the ID token', {}],
  ['with claims only from userinfo', { claimsByUserinfo: true }],
  ['with client authentication by header', { clientAuth: 'client_secret_basic' as const }],
] as const
for (const [name, options] of variants) {
  identityConformance(`a provider ${name}`, async () => {
    const provider = await startOpenIdProvider({ redirectUris: [redirectUri], ...options })
    return {
      identity: googleIdentity(clientOf(provider)),
      redirectUri,
      signIn: ({ email, emailVerified, name: called }) =>
        codeFor(provider, { sub: `sub-${email}`, email, email_verified: emailVerified, name: called }),
      close: provider.close,
    }
  })
}

describe('an OpenID provider', () => {
  let provider: OpenIdProvider
  beforeAll(async () => {
    provider = await startOpenIdProvider({ redirectUris: [redirectUri] })
  })
  afterAll(() => provider.close())
  const asha: Person = { sub: '1', email: 'asha@test.example', email_verified: true, name: 'Asha' }

  test.each<Forgery>(['signature', 'unknown key', 'no signature', 'audience', 'issuer', 'expired', 'other person'])(
    'is rejected when its ID token is wrong: %s',
    async (as) => {
      const code = await codeFor(provider, asha)
      provider.forge.as = as
      const answer = googleIdentity(clientOf(provider)).exchange({ code, redirectUri, ...testFlow })
      await expect(answer.finally(() => (provider.forge.as = null))).rejects.toThrow(IdentityRefused)
    },
  )

  test('that is unavailable is contacted again later', async () => {
    const identity = googleIdentity(clientOf(provider))
    provider.away.now = true
    await expect(identity.authorizationUrl()).rejects.toThrow(IdentityDown)
    await expect(identity.exchange({ code: 'x', redirectUri, ...testFlow })).rejects.toThrow(IdentityDown)
    provider.away.now = false
    expect(await identity.authorizationUrl()).toBe(`${provider.issuer}/auth`)
    const code = await codeFor(provider, asha)
    provider.away.now = true
    await expect(identity.exchange({ code, redirectUri, ...testFlow })).rejects.toThrow(IdentityDown)
    provider.away.now = false
    expect(await identity.exchange({ code, redirectUri, ...testFlow })).toMatchObject({ subject: '1' })
  })

  test('that cannot be reached, has another issuer, or rejects the client is down, and no error contains a secret', async () => {
    const code = await codeFor(provider, asha)
    const wrong = [
      { ...clientOf(provider), issuer: 'http://127.0.0.1:1' },
      { ...clientOf(provider), issuer: `${provider.issuer}/other` },
      { ...clientOf(provider), clientSecret: 'not-the-secret-of-this-client' },
      { ...clientOf(provider), clientId: 'no one' },
    ]
    for (const options of wrong) {
      const error = await googleIdentity(options)
        .exchange({ code, redirectUri, ...testFlow })
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(IdentityDown)
      expect(String(error)).not.toContain(code)
      expect(String(error)).not.toContain(options.clientSecret)
    }
    expect(await googleIdentity(clientOf(provider)).exchange({ code, redirectUri, ...testFlow })).toMatchObject({
      subject: '1',
    })
  })

  test('reports an address that is missing or not verified', async () => {
    const identity = googleIdentity(clientOf(provider))
    const unverified = await codeFor(provider, { sub: '2', email: 'b@test.example' })
    expect(await identity.exchange({ code: unverified, redirectUri, ...testFlow })).toMatchObject({
      emailVerified: false,
      name: '',
    })
    const nameless = await codeFor(provider, { sub: '3', email_verified: true })
    expect(await identity.exchange({ code: nameless, redirectUri, ...testFlow })).toMatchObject({ email: '' })
  })
})
