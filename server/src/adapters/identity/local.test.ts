import { expect, test } from 'vitest'
import { IdentityRefused } from '#ports/identity.ts'
import { testChallenge, testFlow } from '#test/support/sign-in-flow.ts'
import { identityConformance } from './conformance.ts'
import { localIdentity } from './local.ts'

const redirectUri = 'http://localhost:8000/auth/callback'
const asha = { email: 'asha@test.example', emailVerified: true, name: 'Asha Rao' }
const request = { redirectUri, nonce: testFlow.nonce, codeChallenge: testChallenge }
const open = (now = () => new Date()) => localIdentity('http://localhost:8000/dev/sign-in', now)

identityConformance('the local sign-in', async () => {
  const identity = open()
  return {
    identity,
    redirectUri,
    signIn: async (person) => identity.hosted?.issueCode(person, request) ?? '',
    close: async () => {},
  }
})

test('a code is good for two minutes', async () => {
  let ms = 0
  const identity = open(() => new Date(ms))
  const code = identity.hosted?.issueCode(asha, request) ?? ''
  ms = 120_000
  await expect(identity.exchange({ code, redirectUri, ...testFlow })).rejects.toThrow(IdentityRefused)
})

test('of very many codes the oldest give way', async () => {
  const identity = open()
  const codes = Array.from({ length: 1001 }, () => identity.hosted?.issueCode(asha, request) ?? '')
  await expect(identity.exchange({ code: codes[0] ?? '', redirectUri, ...testFlow })).rejects.toThrow(IdentityRefused)
  expect(await identity.exchange({ code: codes[1] ?? '', redirectUri, ...testFlow })).toMatchObject(asha)
})
