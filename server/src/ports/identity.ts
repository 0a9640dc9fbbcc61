import type { Role } from '@virtual-courses/contract'

/** An identity that an OpenID provider has verified. */
export type VerifiedIdentity = {
  /** the provider; `subject` is unique and permanent within it */
  issuer: string
  subject: string
  /** as the provider writes it; "" without one */
  email: string
  /** the provider has verified that this person reads mail to the address */
  emailVerified: boolean
  /** may be "" */
  name: string
}

/** The provider does not respond or is misconfigured; a later attempt may succeed. */
export class IdentityDown extends Error {
  override name = 'IdentityDown'
}

/** The provider rejects the code as unknown, used or expired, or its reply is not valid. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused'
}

export type Returned = { code: string; redirectUri: string; nonce: string; codeVerifier: string }

/** An OpenID provider with the authorization code flow. Error messages contain neither codes nor tokens. */
export type Identity = {
  readonly provider: 'google' | 'local'
  /** public */
  readonly clientId: string
  /** Returns the URL to which the browser is sent. Throws IdentityDown. */
  authorizationUrl(): Promise<string>
  /**
   * Exchanges a code for the identity of the user. `redirectUri` is the address to which the provider returned the browser; `nonce`
   * and `codeVerifier` belong to the sign-in that the browser began: a code of another sign-in is rejected. A code works once. Throws
   * IdentityDown, IdentityRefused.
   */
  exchange(returned: Returned): Promise<VerifiedIdentity>
  /** set when this process serves the provider's page */
  readonly hosted?: HostedSignIn
}

/** Parameters with which a browser came to the provider; the code is bound to them. */
export type AuthorizationRequest = { redirectUri: string; nonce: string; codeChallenge: string }

export type HostedPerson = { name: string; email: string; role: Role }

/** The local provider. */
export type HostedSignIn = {
  /** accounts that its page offers by name */
  readonly people: readonly HostedPerson[]
  /** Returns a new code for a person, which can be exchanged once within two minutes by the sign-in of the request. */
  issueCode(person: { name: string; email: string; emailVerified: boolean }, request: AuthorizationRequest): string
}
