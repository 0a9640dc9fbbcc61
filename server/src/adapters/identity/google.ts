import * as openid from 'openid-client'
import { type Identity, IdentityDown, IdentityRefused, type Returned, type VerifiedIdentity } from '#ports/identity.ts'

export type GoogleOptions = {
  /** https, or http on this machine for trying out */
  issuer: string
  clientId: string
  clientSecret: string
}

type Provider = {
  authorizationUrl: string
  /** ways to name ourselves to the provider; the one that worked last comes first */
  clients: openid.Configuration[]
  readAt: number
}

const askSeconds = 10
/** Milliseconds after which the provider's description is read again. */
const freshMs = 24 * 3600 * 1000

/** What went wrong, from the error's codes alone: its causes hold tokens and must not reach the log. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return `${error.status} ${error.error}`
  if (error instanceof openid.WWWAuthenticateChallengeError) return `${error.status} from the provider`
  if (error instanceof openid.ClientError) return error.code ?? error.message
  return error instanceof Error ? error.name : 'unknown'
}

/** These say that the provider could not be asked; everything else is an answer that does not hold. */
const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

const namedWrongly = (error: unknown): boolean =>
  error instanceof openid.WWWAuthenticateChallengeError ||
  (error instanceof openid.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

function toPortError(error: unknown): Error {
  const reason = reasonOf(error)
  if (namedWrongly(error)) return new IdentityDown(`The provider does not take our client id and secret: ${reason}`)
  const answered = error instanceof openid.ResponseBodyError ? error.status < 500 : error instanceof openid.ClientError
  if (answered && !unreachable.has(reason)) return new IdentityRefused(`The provider does not vouch: ${reason}`)
  return new IdentityDown(`The provider could not be asked: ${reason}`)
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '')

/** Some providers tell the address only when they are asked with the access token. */
async function completeClaims(
  client: openid.Configuration,
  tokens: openid.TokenEndpointResponse,
  claims: openid.IDToken,
): Promise<Record<string, unknown>> {
  if (claims.email !== undefined || !client.serverMetadata().userinfo_endpoint) return claims
  return { ...claims, ...(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)) }
}

/**
 * Google, or another OpenID provider in its place, found by discovery at the first use: this process starts without it. The ID
 * token's signature, audience, issuer, nonce and times are checked; the provider checks the code's PKCE verifier.
 */
export function googleIdentity({ issuer, clientId, clientSecret }: GoogleOptions): Identity {
  const extensions = [openid.enableNonRepudiationChecks]
  // The configuration allows plain http on this machine only, and never in production.
  if (issuer.startsWith('http:')) extensions.push(openid.allowInsecureRequests)

  let known: Provider | undefined
  let asking: Promise<Provider> | undefined

  async function discover(): Promise<Provider> {
    const options = { execute: extensions, timeout: askSeconds }
    const byPost = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    const metadata = byPost.serverMetadata()
    const authorizationUrl = metadata.authorization_endpoint
    if (!authorizationUrl) throw new IdentityDown('The provider names no authorization endpoint')
    const byHeader = new openid.Configuration(metadata, clientId, clientSecret, openid.ClientSecretBasic(clientSecret))
    byHeader.timeout = askSeconds
    for (const extend of extensions) extend(byHeader)
    known = { authorizationUrl, clients: [byPost, byHeader], readAt: performance.now() }
    return known
  }

  async function provider(): Promise<Provider> {
    if (known && performance.now() - known.readAt < freshMs) return known
    asking ??= discover().finally(() => {
      asking = undefined
    })
    return asking.catch((error: unknown) => {
      if (known) return known
      throw error instanceof IdentityDown ? error : new IdentityDown(`No discovery: ${reasonOf(error)}`)
    })
  }

  async function redeem(
    client: openid.Configuration,
    returned: URL,
    { nonce, codeVerifier }: Returned,
  ): Promise<VerifiedIdentity> {
    const tokens = await openid.authorizationCodeGrant(client, returned, {
      idTokenExpected: true,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
    })
    const idToken = tokens.claims()
    if (!idToken) throw new IdentityRefused('The provider sent no ID token')
    const claims = await completeClaims(client, tokens, idToken)
    return {
      issuer: idToken.iss,
      subject: idToken.sub,
      email: textOf(claims.email),
      emailVerified: claims.email_verified === true,
      name: textOf(claims.name),
    }
  }

  return {
    provider: 'google',
    clientId,
    authorizationUrl: async () => (await provider()).authorizationUrl,
    async exchange(back) {
      const from = await provider()
      const returned = new URL(back.redirectUri)
      returned.searchParams.set('code', back.code)
      // The page that was returned to passes on the code alone. With a single provider there is none to mix it up with.
      const metadata = from.clients[0]?.serverMetadata()
      if (metadata?.authorization_response_iss_parameter_supported) returned.searchParams.set('iss', metadata.issuer)
      let failed: unknown
      for (const client of from.clients) {
        try {
          const person = await redeem(client, returned, back)
          if (client !== from.clients[0]) from.clients.reverse()
          return person
        } catch (error) {
          failed = error
          // Providers differ in how a client names itself; a code is not used up by one that they did not know.
          if (!namedWrongly(error)) break
        }
      }
      throw failed instanceof IdentityRefused ? failed : toPortError(failed)
    },
  }
}
