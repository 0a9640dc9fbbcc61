import { createHash, randomBytes } from 'node:crypto'
import {
  type Asked,
  type HostedPerson,
  type Identity,
  IdentityRefused,
  type VerifiedIdentity,
} from '#ports/identity.ts'

type Issued = { person: VerifiedIdentity; asked: Asked; expiresAt: number }

/** Milliseconds that a code is good for. */
const codeLifeMs = 120_000
/** Codes that may be open at once; the oldest gives way. */
const mostCodes = 1000

/**
 * A provider inside this process, which believes anyone who says who he is: for trying the product out, never for production. Codes
 * behave like a real provider's: not guessable, short-lived, good for one exchange with the address they were made for.
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
      if (!found || found.expiresAt <= now().getTime() || found.asked.redirectUri !== redirectUri)
        throw new IdentityRefused('The local sign-in knows no such code')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      if (found.asked.nonce !== nonce || found.asked.codeChallenge !== codeChallenge)
        throw new IdentityRefused('The local sign-in gave this code to another sign-in')
      return found.person
    },
    hosted: {
      people,
      issueCode(person, asked) {
        const code = randomBytes(32).toString('base64url')
        const [oldest] = issued.keys()
        if (issued.size >= mostCodes && oldest !== undefined) issued.delete(oldest)
        const proven = { ...person, issuer: 'local', subject: person.email }
        issued.set(code, { person: proven, asked, expiresAt: now().getTime() + codeLifeMs })
        return code
      },
    },
  }
}
