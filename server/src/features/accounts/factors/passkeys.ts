import type { NewPasskeyAnswer, PasskeyAnswer } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { type OpenChallenge, useChallenge } from './challenge.ts'
import { countPasskeyUse, findPasskey, type PasskeyRow } from './factor-queries.ts'

type Deps = Pick<FeatureDeps, 'config' | 'settings' | 'log'>

/** The library, fetched with the first passkey: it parses certificates of authenticators, which takes memory. */
const library = () => import('@simplewebauthn/server')

/**
 * EdDSA, ES256 and RS256 (COSE), which all authenticators have one of. The library would ask for ML-DSA first where this Node has it, as an
 * experiment: such a passkey would not sign in under a Node without it.
 */
const algorithms = [-8, -7, -257]

/** Passkeys belong to the host of `PUBLIC_URL`; browsers take them on its subdomains only, of which the allowed origins are accepted. */
const relyingParty = ({ config }: Pick<Deps, 'config'>) => ({
  id: new URL(config.publicUrl).hostname,
  origins: [config.publicUrl, ...config.CORS_ORIGINS],
})

const descriptorOf = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports })

/** Returns what a browser needs to answer with a passkey: one of these or, without any, one that it knows of this site. */
export async function askForPasskey(
  deps: Deps,
  challenge: Uint8Array<ArrayBuffer>,
  passkeys: readonly PasskeyRow[] | null,
) {
  const { generateAuthenticationOptions } = await library()
  const asked = await generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    challenge,
    ...(passkeys && { allowCredentials: passkeys.map(descriptorOf) }),
    // after a password, a key without a PIN is enough
    userVerification: passkeys ? 'preferred' : 'required',
  })
  return typedDescriptors(asked)
}

/** Descriptors of the library, whose `type` is optional in its types. */
const typedDescriptors = <T extends { allowCredentials?: { id: string; transports?: string[] }[] }>(asked: T) => ({
  ...asked,
  ...(asked.allowCredentials && {
    allowCredentials: asked.allowCredentials.map((one) => ({ ...one, type: 'public-key' as const })),
  }),
})

/** Returns what a browser needs to make a passkey for an account. */
export async function askForNewPasskey(
  deps: Deps,
  user: Pick<UserRow, 'id' | 'name' | 'email'>,
  challenge: Uint8Array<ArrayBuffer>,
  known: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await library()
  const asked = await generateRegistrationOptions({
    rpName: deps.settings.current().siteName,
    rpID: relyingParty(deps).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const excludeCredentials = (asked.excludeCredentials ?? []).map((one) => ({ ...one, type: 'public-key' as const }))
  return { ...asked, attestation: 'none' as const, excludeCredentials }
}

/** The new passkey of an answer. Throws `passkey_refused`. */
export async function readNewPasskey(deps: Deps, answer: NewPasskeyAnswer, challenge: OpenChallenge) {
  const { verifyRegistrationResponse } = await library()
  const { id: expectedRPID, origins } = relyingParty(deps)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as Parameters<typeof verifyRegistrationResponse>[0]['response'], // the schema of the contract has its fields
    expectedChallenge: challenge.value,
    expectedOrigin: origins,
    expectedRPID,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse(deps))
  if (!registrationInfo) throw new DomainError('passkey_refused')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: answer.response.transports ?? [],
    synced: credentialBackedUp,
  }
}

const refuse =
  ({ log }: Deps) =>
  (error: unknown): never => {
    // wrong challenge, origin, signature, counter: whatever an answer has wrong, the library says it
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused')
    throw new DomainError('passkey_refused')
  }

/** A passkey whose answer is right; `use` makes it count. */
export type VerifiedPasskey = { userId: string; use(tx: Tx, now: Date): Promise<void> }

/**
 * Verifies the answer of a passkey. `verified` demands that its device has verified the user, by PIN or biometrics. `userId` is whose
 * passkey it must be. Throws `passkey_refused`, also later, when the challenge was answered before or the counter does not move on.
 */
export async function verifyPasskey(
  deps: Deps & Pick<FeatureDeps, 'db'>,
  answer: PasskeyAnswer,
  challenge: OpenChallenge | null,
  { verified, userId }: { verified: boolean; userId?: string },
): Promise<VerifiedPasskey> {
  const passkey = challenge && (await findPasskey(deps.db, answer.id))
  if (!passkey || (userId !== undefined && passkey.user_id !== userId)) throw new DomainError('passkey_refused')
  const { verifyAuthenticationResponse } = await library()
  const { id: expectedRPID, origins } = relyingParty(deps)
  const { userHandle, ...response } = answer.response
  const outcome = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...response, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.value,
    expectedOrigin: origins,
    expectedRPID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: verified,
  }).catch(refuse(deps))
  if (!outcome.verified) throw new DomainError('passkey_refused')
  return {
    userId: passkey.user_id,
    async use(tx, now) {
      const fresh = await useChallenge(tx, challenge)
      if (!fresh || !(await countPasskeyUse(tx, passkey, outcome.authenticationInfo.newCounter, now)))
        throw new DomainError('passkey_refused')
    },
  }
}
