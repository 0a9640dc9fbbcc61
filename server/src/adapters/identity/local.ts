import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type AuthorizationRequest,
  type HostedPerson,
  type Identity,
  IdentityRefused,
  type VerifiedIdentity,
} from '#ports/identity.ts'

/** Content of a code, which every process with the same key can read. */
type Issued = { id: string; person: VerifiedIdentity; request: AuthorizationRequest; expiresAt: number }

/** Lifetime of a code in milliseconds. */
const codeLifeMs = 120_000
/** Maximum number of exchanged codes that are remembered; the oldest is dropped. */
const mostCodes = 1000

export type LocalIdentityOptions = {
  /** URL of the page on which a person is chosen */
  page: string
  now: () => Date
  /** key that signs the codes; the same in all processes */
  key: string
  people?: readonly HostedPerson[]
}

/**
 * A provider inside this process that verifies no one: for trying the product out, never for production. Its codes behave like those of
 * a real provider: they are signed, short-lived, bound to their redirect URI, and valid for one exchange in a process.
 */
export function localIdentity({ page, now, key, people = [] }: LocalIdentityOptions): Identity {
  const exchanged = new Set<string>()
  const signatureOf = (text: string): Buffer => createHmac('sha256', key).update(`local sign-in ${text}`).digest()

  const read = (code: string): Issued | null => {
    const [text = '', signature = ''] = code.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = signatureOf(text)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Issued // signed by issueCode
  }
  return {
    provider: 'local',
    clientId: 'local-sign-in',
    authorizationUrl: async () => page,
    async exchange({ code, redirectUri, nonce, codeVerifier }) {
      const found = read(code)
      if (!found || exchanged.has(found.id) || found.expiresAt <= now().getTime())
        throw new IdentityRefused('The local sign-in knows no such code')
      exchanged.add(found.id)
      const [oldest] = exchanged
      if (exchanged.size > mostCodes && oldest !== undefined) exchanged.delete(oldest)
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const { request } = found
      if (request.redirectUri !== redirectUri || request.nonce !== nonce || request.codeChallenge !== codeChallenge)
        throw new IdentityRefused('The local sign-in gave this code to another sign-in')
      return found.person
    },
    hosted: {
      people,
      issueCode(person, request) {
        const proven = { ...person, issuer: 'local', subject: person.email }
        const id = randomBytes(16).toString('base64url')
        const issued: Issued = { id, person: proven, request, expiresAt: now().getTime() + codeLifeMs }
        const text = Buffer.from(JSON.stringify(issued)).toString('base64url')
        return `${text}.${signatureOf(text).toString('base64url')}`
      },
    },
  }
}
