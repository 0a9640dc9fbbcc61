import * as openid from 'openid-client'
import { type Identity, IdentityDown, IdentityRefused, type Returned, type VerifiedIdentity } from '#ports/identity.ts'

export type GoogleOptions = {
  /** https URL, or http on this machine for testing */
  issuer: string
  clientId: string
  clientSecret: string
}

type Provider = {
  authorizationUrl: string
  /** methods of client authentication; the one that worked last comes first */
  clients: openid.Configuration[]
  readAt: number
}

const timeoutSeconds = 10
/** Milliseconds after which the provider's metadata is read again. */
const freshMs = 24 * 3600 * 1000

/** Returns a reason made only of the error's codes, because its causes contain tokens and must not be logged. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return `${error.status} ${error.error}`
  if (error instanceof openid.WWWAuthenticateChallengeError) return `${error.status} from the provider`
  if (error instanceof openid.ClientError) return error.code ?? error.message
  return error instanceof Error ? error.name : 'unknown'
}

/** Error codes of a provider that cannot be reached; all others mean that its reply is invalid. */
const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

const isWrongClient = (error: unknown): boolean =>
  error instanceof openid.WWWAuthenticateChallengeError ||
  (error instanceof openid.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

function toPortError(error: unknown): Error {
  const reason = reasonOf(error)
  if (isWrongClient(error)) return new IdentityDown(`The provider rejects the client id and secret: ${reason}`)
  const answered = error instanceof openid.ResponseBodyError ? error.status < 500 : error instanceof openid.ClientError
  if (answered && !unreachable.has(reason)) return new IdentityRefused(`The provider rejects the sign-in: ${reason}`)
  return new IdentityDown(`The provider cannot be reached: ${reason}`)
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '')

/** Some providers return the address only from the userinfo endpoint. */
async function completeClaims(
  client: openid.Configuration,
  tokens: openid.TokenEndpointResponse,
  claims: openid.IDToken,
): Promise<Record<string, unknown>> {
  if (claims.email !== undefined || !client.serverMetadata().userinfo_endpoint) return claims
  return { ...claims, ...(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)) }
}

/**
 * Google, or another OpenID provider, with discovery at the first use, so that the server starts without it. The ID token's signature,
 * audience, issuer, nonce and times are checked; the provider checks the PKCE verifier of the code.
 */
export function googleIdentity({ issuer, clientId, clientSecret }: GoogleOptions): Identity {
  const extensions = [openid.enableNonRepudiationChecks]
  // The configuration allows plain http only on this machine, and never in production.
  if (issuer.startsWith('http:')) extensions.push(openid.allowInsecureRequests)

  let known: Provider | undefined
  let asking: Promise<Provider> | undefined

  async function discover(): Promise<Provider> {
    const options = { execute: extensions, timeout: timeoutSeconds }
    const byPost = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    const metadata = byPost.serverMetadata()
    const authorizationUrl = metadata.authorization_endpoint
    if (!authorizationUrl) throw new IdentityDown('The provider names no authorization endpoint')
    const byHeader = new openid.Configuration(metadata, clientId, clientSecret, openid.ClientSecretBasic(clientSecret))
    byHeader.timeout = timeoutSeconds
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
      // The callback page passes on only the code. With a single provider there are no mix-up attacks.
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
          // Providers differ in client authentication; a failed one does not consume the code.
          if (!isWrongClient(error)) break
        }
      }
      throw failed instanceof IdentityRefused ? failed : toPortError(failed)
    },
  }
}
