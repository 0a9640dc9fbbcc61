import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type ClientAuthMethod } from 'oidc-provider'

export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string }
type Token = { header: Record<string, unknown>; payload: Record<string, unknown> }

/** Ways to forge an ID token. */
export type Forgery = 'signature' | 'unknown key' | 'no signature' | 'audience' | 'issuer' | 'expired' | 'other person'

export type OpenIdProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** while set, replies of the token endpoint are forged */
  forge: { as: Forgery | null }
  /** while set, the provider replies with 503 */
  away: { now: boolean }
  /** Opens the authorization URL like a browser, signs in as this person and consents. Returns the final URL. */
  signIn(authorizationUrl: string, person: Person): Promise<URL>
  close(): Promise<void>
}

type Options = {
  redirectUris: string[]
  /** client authentication; by form by default */
  clientAuth?: ClientAuthMethod
  /** claims come from the userinfo endpoint only, as in the standard, instead of the ID token, as with Google */
  claimsByUserinfo?: boolean
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A real local OpenID provider. */
export async function startOpenIdProvider(options: Options): Promise<OpenIdProvider> {
  const clientId = 'virtual-courses-tests'
  const clientSecret = 'a-client-secret-of-the-tests'
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const jwk = { ...key.export({ format: 'jwk' }), kid: 'the-key', alg: 'RS256', use: 'sig' }
  const people = new Map<string, Person>()
  const forge: OpenIdProvider['forge'] = { as: null }
  const away = { now: false }
  let next: Person | undefined
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}

  const server = createServer((request, response) => {
    if (away.now) return response.writeHead(503).end('away')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const issuer = `http://127.0.0.1:${port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: options.clientAuth ?? 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: options.claimsByUserinfo ?? false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key for cookies of the tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Grant: 600, Session: 600 },
  })

  /** A user who enters their name and consents to everything. */
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      const person = next ?? { sub: 'no one' }
      people.set(person.sub, person)
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  const signed = ({ header, payload }: Token, by = key): string => {
    const content = `${base64(header)}.${base64(payload)}`
    return `${content}.${sign('sha256', Buffer.from(content), createPrivateKey(by.export({ format: 'pem', type: 'pkcs8' }))).toString('base64url')}`
  }
  const forged = (idToken: string, as: Forgery): string => {
    const [header, payload] = idToken.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    const now = Math.floor(Date.now() / 1000)
    switch (as) {
      case 'signature':
        return signed({ header, payload }, otherKey)
      case 'unknown key':
        return signed({ header: { ...header, kid: 'another-key' }, payload }, otherKey)
      case 'no signature':
        return `${base64({ ...header, alg: 'none' })}.${base64(payload)}.`
      case 'audience':
        return signed({ header, payload: { ...payload, aud: 'another-site' } })
      case 'issuer':
        return signed({ header, payload: { ...payload, iss: 'https://evil.example' } })
      case 'expired':
        return signed({ header, payload: { ...payload, iat: now - 7200, exp: now - 3600 } })
      case 'other person': {
        const [head = '', , signature = ''] = idToken.split('.')
        return `${head}.${base64({ ...payload, email: 'victim@test.example' })}.${signature}`
      }
    }
  }
  /** Changes the ID token in an answer of the token endpoint before it leaves. */
  const forgeAnswer = (response: ServerResponse, as: Forgery): void => {
    const end = response.end.bind(response)
    response.end = ((body?: unknown) => {
      const sent = JSON.parse(String(body))
      const text = JSON.stringify({ ...sent, ...(sent.id_token && { id_token: forged(sent.id_token, as) }) })
      response.setHeader('content-length', Buffer.byteLength(text))
      return end(text)
    }) as typeof response.end // the provider ends its responses with one text
  }

  const callback = provider.callback()
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      interact(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
      return
    }
    if (request.url === '/token' && forge.as) forgeAnswer(response, forge.as)
    callback(request, response)
  }

  return {
    issuer,
    clientId,
    clientSecret,
    forge,
    away,
    async signIn(authorizationUrl, person) {
      next = person
      const cookies = new Map<string, string>()
      let url = new URL(authorizationUrl)
      for (let step = 0; step < 12; step++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const one of reply.headers.getSetCookie()) {
          const [pair = ''] = one.split(';')
          const mark = pair.indexOf('=')
          cookies.set(pair.slice(0, mark), pair.slice(mark + 1))
        }
        const location = reply.headers.get('location')
        if (!location) throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`)
        url = new URL(location, url)
        if (url.origin !== issuer) return url
      }
      throw new Error('The provider redirects in a loop')
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
