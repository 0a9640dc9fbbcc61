import type { Role } from '@virtual-courses/contract'

/** Who someone is, as an OpenID provider has proven. */
export type VerifiedIdentity = {
  /** the provider's own name; `subject` is unique and unchanging within it */
  issuer: string
  subject: string
  /** as the provider writes it; "" when it tells none */
  email: string
  /** the provider has seen that this person reads the address's mail */
  emailVerified: boolean
  /** may be "" */
  name: string
}

/** The provider does not answer, or is not set up as it must be; trying again later may help. */
export class IdentityDown extends Error {
  override name = 'IdentityDown'
}

/** The provider does not vouch: the code is unknown, used or expired, or what it answered does not hold. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused'
}

export type Returned = { code: string; redirectUri: string; nonce: string; codeVerifier: string }

/** An OpenID provider, asked by the authorization code flow. Messages of its errors hold neither codes nor tokens. */
export type Identity = {
  readonly provider: 'google' | 'local'
  /** public */
  readonly clientId: string
  /** Where the browser is sent to. Throws IdentityDown. */
  authorizationUrl(): Promise<string>
  /**
   * Gives a code back for who signed in. `redirectUri` is the address that the browser was returned to with the code; `nonce` and
   * `codeVerifier` are those of the sign-in that the browser began: a code of another one is refused. A code works once. Throws
   * IdentityDown, IdentityRefused.
   */
  exchange(returned: Returned): Promise<VerifiedIdentity>
  /** the provider's own page, when this process plays the provider */
  readonly hosted?: HostedSignIn
}

/** What a browser brought to the provider: the code is bound to it. */
export type Asked = { redirectUri: string; nonce: string; codeChallenge: string }

export type HostedPerson = { name: string; email: string; role: Role }

/** The local stand-in for a provider. */
export type HostedSignIn = {
  /** accounts that its page offers by name */
  readonly people: readonly HostedPerson[]
  /** A fresh code for someone who says who he is; to be exchanged within two minutes, once, by the sign-in that asked. */
  issueCode(person: { name: string; email: string; emailVerified: boolean }, asked: Asked): string
}
