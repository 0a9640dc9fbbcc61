import { expect, test } from 'vitest'
import { type Identity, IdentityRefused } from '#ports/identity.ts'
import { testChallenge, testFlow } from '#test/support/sign-in-flow.ts'
import { identityConformance } from './conformance.ts'
import { localIdentity } from './local.ts'

const redirectUri = 'http://localhost:8000/auth/callback'
const asha = { email: 'asha@test.example', emailVerified: true, name: 'Asha Rao' }
const request = { redirectUri, nonce: testFlow.nonce, codeChallenge: testChallenge }
const open = (now = () => new Date(), key = 'a key') =>
  localIdentity({ page: 'http://localhost:8000/dev/sign-in', now, key })

identityConformance('the local sign-in', async () => {
  const identity = open()
  return {
    identity,
    redirectUri,
    signIn: async (person) => identity.hosted?.issueCode(person, request) ?? '',
    close: async () => {},
  }
})

test('a code is valid for two minutes', async () => {
  let ms = 0
  const identity = open(() => new Date(ms))
  const code = identity.hosted?.issueCode(asha, request) ?? ''
  ms = 120_000
  await expect(identity.exchange({ code, redirectUri, ...testFlow })).rejects.toThrow(IdentityRefused)
})

test('a code is accepted by every process with the same key, and by no other', async () => {
  const code = open().hosted?.issueCode(asha, request) ?? ''
  const exchange = (identity: Identity, changed = code) =>
    identity.exchange({ code: changed, redirectUri, ...testFlow })
  expect(await exchange(open())).toMatchObject(asha)
  await expect(exchange(open(undefined, 'another key'))).rejects.toThrow(IdentityRefused)
  for (const changed of ['', '.', `x${code}`, `${code}x`, code.split('.')[0] ?? ''])
    await expect(exchange(open(), changed), changed).rejects.toThrow(IdentityRefused)
})
