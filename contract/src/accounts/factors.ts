import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, nameText } from '../values/fields.ts'
import { User } from './accounts.ts'
import { ownerCredentials } from './own-account.ts'

/** Maximum number of passkeys of an account. */
export const maxPasskeys = 20

/** Recovery codes that an account gets at once. */
export const recoveryCodeCount = 10

/** Minutes for which a confirmation counts in its session. */
export const confirmationMinutes = 10

/** Digits of the codes of an authenticator app. */
export const authenticatorCodeLength = 6

/** Of bodies with the answer of a passkey, whose keys and signatures may be long. */
const maxBodyBytes = 36 * 1024

const Message = z.object({ message: z.string() })

/** Bytes as WebAuthn's JSON has them. */
const Base64Url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most)
const transports = z.array(z.string().max(30)).max(10)

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() })

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(Descriptor).optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(Descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'direct', 'enterprise']).optional(),
})

/** What a browser returns for `PasskeyRequest`: `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAnswer = z.object({
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(4000),
    authenticatorData: Base64Url(2000),
    signature: Base64Url(2000),
    userHandle: Base64Url(200).nullish(),
  }),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** What a browser returns for `PasskeyCreation`: `RegistrationResponseJSON` of WebAuthn. */
export const NewPasskeyAnswer = z.object({
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(4000),
    attestationObject: Base64Url(8000),
    transports: transports.optional(),
  }),
})
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>

export const Passkey = z.object({
  _id: Id,
  name: z.string(),
  /** kept by the owner's account at a provider, so that several devices have it */
  synced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** Ways to finish a sign-in, or to confirm that the owner is there. */
export const factorKinds = ['passkey', 'app', 'recovery'] as const

/** Codes that are shown once; null where the account has some already. */
const newCodes = { recoveryCodes: z.array(z.string()).nullable() }

const PasskeyName = nameText(60, 'A name')
const passkeyParams = z.object({ passkeyId: Id })

/** What shows that the owner is there: one of these. */
export const Confirmation = z.object({
  ...ownerCredentials,
  /** of the authenticator app */
  code: z.string().max(64).optional(),
  passkey: PasskeyAnswer.optional(),
})
export type Confirmation = z.output<typeof Confirmation>

/** What finishes a sign-in: one of these. */
export const SecondStep = z.object({
  /** of the authenticator app */
  code: z.string().max(64).optional(),
  recoveryCode: z.string().max(64).optional(),
  passkey: PasskeyAnswer.optional(),
})
export type SecondStep = z.output<typeof SecondStep>

/** Sign-in with passkeys, and the second step after a password or an identity provider. */
export const signIn = {
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    access: 'public',
    summary: 'What a browser needs to sign in with a passkey; valid for five minutes in this browser',
    status: 200,
    reply: PasskeyRequest,
    errors: [],
  }),
  withPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'public',
    summary: 'Sign in with a passkey whose device has verified its user; it needs no second step',
    body: z.object({ passkey: PasskeyAnswer }),
    maxBodyBytes,
    status: 200,
    reply: User,
    errors: ['passkey_refused', 'suspended', 'rate_limited'],
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/api/auth/second-step',
    access: 'public',
    summary: 'The ways to finish the sign-in that this browser has begun, and what it needs for a passkey',
    status: 200,
    reply: z.object({
      ways: z.array(z.enum(factorKinds)),
      passkey: PasskeyRequest.nullable(),
      expiresAt: Instant,
    }),
    errors: ['sign_in_expired'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/auth/second-step/finish',
    access: 'public',
    summary: 'Finish the sign-in that this browser has begun with a passkey, a code of the app, or a recovery code',
    body: SecondStep,
    maxBodyBytes,
    status: 200,
    reply: User,
    errors: ['sign_in_expired', 'wrong_code', 'passkey_refused', 'suspended', 'rate_limited'],
  }),
}

const changing = ['confirmation_needed', 'rate_limited'] as const

/** The second factors of the current user. */
export const factors = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/factors',
    access: 'signedIn',
    summary: 'Passkeys, authenticator app and recovery codes of the current user',
    status: 200,
    reply: z.object({
      passkeys: z.array(Passkey),
      app: z.object({ addedAt: Instant }).nullable(),
      /** recovery codes that were not used yet */
      recoveryCodesLeft: z.number().int(),
      /** the site demands a second step of this account */
      demanded: z.boolean(),
      /** the address is proven, without which no factor can be added */
      addressProven: z.boolean(),
    }),
    errors: [],
  }),
  confirmOptions: endpoint({
    method: 'POST',
    path: '/api/user/confirm/options',
    access: 'signedIn',
    summary: 'How the current user can confirm that they are there, until when they have, and what a passkey needs',
    status: 200,
    reply: z.object({
      ways: z.array(z.enum(['password', 'mail', 'passkey', 'app'])),
      confirmedUntil: Instant.nullable(),
      addressProven: z.boolean(),
      passkey: PasskeyRequest.nullable(),
    }),
    errors: [],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/user/confirm',
    access: 'signedIn',
    summary: `Confirm that the owner of the account is there; counts for ${confirmationMinutes} minutes in this session`,
    body: Confirmation,
    maxBodyBytes,
    status: 200,
    reply: Message.extend({ confirmedUntil: Instant }),
    errors: ['wrong_password', 'wrong_code', 'passkey_refused', 'rate_limited', 'unavailable'],
  }),
  proveAddress: endpoint({
    method: 'POST',
    path: '/api/user/proveaddress',
    access: 'signedIn',
    summary: 'Show by the code that was mailed to the own address that it is yours',
    body: z.object({ ownerCode: z.string().max(64).optional() }),
    status: 200,
    reply: Message,
    errors: ['wrong_code', 'rate_limited'],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/user/passkeys/options',
    access: 'signedIn',
    summary: 'What a browser needs to make a passkey for this account; valid for five minutes in this session',
    status: 200,
    reply: PasskeyCreation,
    errors: [...changing, 'address_not_proven', 'passkeys_full'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys',
    access: 'signedIn',
    summary: 'Add a passkey; the first factor brings recovery codes',
    body: z.object({ name: PasskeyName, passkey: NewPasskeyAnswer }),
    maxBodyBytes: 48 * 1024,
    status: 201,
    reply: Message.extend({ passkey: Passkey, ...newCodes }),
    errors: [...changing, 'address_not_proven', 'passkeys_full', 'passkey_refused', 'passkey_taken'],
  }),
  renamePasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys/:passkeyId',
    access: 'signedIn',
    summary: 'Give a passkey another name',
    params: passkeyParams,
    body: z.object({ name: PasskeyName }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/user/passkeys/:passkeyId',
    access: 'signedIn',
    summary: 'Remove a passkey; with the last factor the recovery codes go',
    params: passkeyParams,
    status: 200,
    reply: Message,
    errors: ['confirmation_needed', 'not_found'],
  }),
  beginApp: endpoint({
    method: 'POST',
    path: '/api/user/authenticator',
    access: 'signedIn',
    summary: 'Begin to add an authenticator app (TOTP, RFC 6238); it counts once its first code was typed',
    status: 200,
    reply: z.object({
      /** base32, for those who type it */
      secret: z.string(),
      /** otpauth URI for a QR code */
      uri: z.string(),
    }),
    errors: [...changing, 'address_not_proven'],
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/api/user/authenticator/confirm',
    access: 'signedIn',
    summary: 'Add the authenticator app that shows this code; it replaces an earlier one',
    body: z.object({ code: z.string().max(64) }),
    status: 200,
    reply: Message.extend(newCodes),
    errors: [...changing, 'address_not_proven', 'wrong_code'],
  }),
  removeApp: endpoint({
    method: 'DELETE',
    path: '/api/user/authenticator',
    access: 'signedIn',
    summary: 'Remove the authenticator app; with the last factor the recovery codes go',
    status: 200,
    reply: Message,
    errors: ['confirmation_needed', 'not_found'],
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/user/recoverycodes',
    access: 'signedIn',
    summary: `Replace all recovery codes by ${recoveryCodeCount} new ones`,
    status: 200,
    reply: Message.extend({ recoveryCodes: z.array(z.string()) }),
    errors: [...changing, 'no_factor'],
  }),
}
