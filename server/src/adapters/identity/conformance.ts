import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Identity, IdentityRefused } from '#ports/identity.ts'
import { testFlow } from '#test/support/sign-in-flow.ts'

export type IdentityUnderTest = {
  identity: Identity
  /** an allowed redirect URI */
  redirectUri: string
  /** Signs a person in with the nonce and the challenge of `testFlow`; returns the authorization code. */
  signIn(person: { email: string; emailVerified: boolean; name: string }): Promise<string>
  close(): Promise<void>
}

/** Conformance tests of the port `Identity`, run by the tests of its adapters. */
export function identityConformance(name: string, open: () => Promise<IdentityUnderTest>): void {
  describe(`${name}: the identity port`, () => {
    let tested: IdentityUnderTest
    beforeAll(async () => {
      tested = await open()
    })
    afterAll(() => tested.close())
    const asha = { email: 'asha@test.example', emailVerified: true, name: 'Asha Rao' }
    const exchange = (code: string, redirectUri = tested.redirectUri, flow = testFlow) =>
      tested.identity.exchange({ code, redirectUri, ...flow })

    test('returns an authorization URL and its client id', async () => {
      expect(URL.canParse(await tested.identity.authorizationUrl())).toBe(true)
      expect(tested.identity.clientId).not.toBe('')
    })
    test('returns the identity, with the same subject each time', async () => {
      const first = await exchange(await tested.signIn(asha))
      expect(first).toMatchObject(asha)
      const again = await exchange(await tested.signIn(asha))
      expect([again.issuer, again.subject]).toEqual([first.issuer, first.subject])
      const other = await exchange(await tested.signIn({ ...asha, email: 'ravi@test.example', emailVerified: false }))
      expect(other).toMatchObject({ email: 'ravi@test.example', emailVerified: false })
      expect(other.subject).not.toBe(first.subject)
    })
    test('accepts a code once', async () => {
      const code = await tested.signIn(asha)
      await exchange(code)
      await expect(exchange(code)).rejects.toThrow(IdentityRefused)
    })
    test('accepts a code only with the redirect URI that it was issued for', async () => {
      const code = await tested.signIn(asha)
      await expect(exchange(code, 'https://elsewhere.example/auth/callback')).rejects.toThrow(IdentityRefused)
    })
    test.each([
      ['nonce', { ...testFlow, nonce: 'another-nonce' }],
      ['verifier', { ...testFlow, codeVerifier: 'another-verifier-of-forty-three-characters-or-more' }],
    ])('accepts a code only with the %s of its sign-in', async (_name, flow) => {
      const code = await tested.signIn(asha)
      await expect(exchange(code, tested.redirectUri, flow)).rejects.toThrow(IdentityRefused)
    })
    test.each(['made-up', 'a b&c=d', 'x'.repeat(2000), '\u0000'])('refuses the code %j', async (code) => {
      await expect(exchange(code)).rejects.toThrow(IdentityRefused)
    })
  })
}
