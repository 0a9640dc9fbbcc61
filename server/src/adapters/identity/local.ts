import { createHash, randomBytes } from 'node:crypto'
import {
  type AuthorizationRequest,
  type HostedPerson,
  type Identity,
  IdentityRefused,
  type VerifiedIdentity,
} from '#ports/identity.ts'

type Issued = { person: VerifiedIdentity; request: AuthorizationRequest; expiresAt: number }

/** Lifetime of a code in milliseconds. */
const codeLifeMs = 120_000
/** Maximum number of open codes; the oldest is dropped. */
const mostCodes = 1000

/**
 * A provider inside this process that verifies no one: for trying the product out, never for production. Its codes behave like those of
 * a real provider: random, short-lived, valid for one exchange with their redirect URI.
 */
export function localIdentity(page: string, now: () => Date, people: readonly HostedPerson[] = []): Identity {
  const issued = new Map<string, Issued>()
  return {
    provider: 'local',
    clientId: 'local-sign-in',
    authorizationUrl: async () => page,
    async exchange({ code, redirectUri, nonce, codeVerifier }) {
      const found = issued.get(code)
      issued.delete(code)
      if (!found || found.expiresAt <= now().getTime() || found.request.redirectUri !== redirectUri)
        throw new IdentityRefused('The local sign-in knows no such code')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      if (found.request.nonce !== nonce || found.request.codeChallenge !== codeChallenge)
        throw new IdentityRefused('The local sign-in gave this code to another sign-in')
      return found.person
    },
    hosted: {
      people,
      issueCode(person, request) {
        const code = randomBytes(32).toString('base64url')
        const [oldest] = issued.keys()
        if (issued.size >= mostCodes && oldest !== undefined) issued.delete(oldest)
        const proven = { ...person, issuer: 'local', subject: person.email }
        issued.set(code, { person: proven, request, expiresAt: now().getTime() + codeLifeMs })
        return code
      },
    },
  }
}
