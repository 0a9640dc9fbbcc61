import { createHash } from 'node:crypto'
import { api } from '@virtual-courses/contract'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '#ports/identity.ts'

/** A sign-in that a browser has begun: its authorization URL and the cookie that binds it to the browser. */
export async function beginSignIn(server: FastifyInstance) {
  const answer = await server.inject(api.accounts.googleConsent.path)
  const { authorizationUrl, clientId, state } = answer.json<{
    authorizationUrl: string
    clientId: string
    state: string
  }>()
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { authorizationUrl, clientId, state, cookie }
}

/** As the local sign-in's page does it: a code for a person who began a sign-in. */
export async function localCode(
  app: { server: FastifyInstance; deps: { identity: Identity | null } },
  person: { name: string; email: string; emailVerified: boolean },
  redirectUri: string,
) {
  const { authorizationUrl, cookie } = await beginSignIn(app.server)
  const query = new URL(authorizationUrl).searchParams
  const asked = { redirectUri, nonce: query.get('nonce') ?? '', codeChallenge: query.get('code_challenge') ?? '' }
  return { code: app.deps.identity?.hosted?.issueCode(person, asked), cookie }
}

/** Nonce, verifier and challenge of tests that use an adapter alone. */
export const testFlow = { nonce: 'a-nonce', codeVerifier: 'a-verifier-of-forty-three-characters-or-more' }
export const testChallenge = createHash('sha256').update(testFlow.codeVerifier).digest('base64url')
