import { msg } from '@lingui/core/runtime-macro'
import { authenticatorCodeLength } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { openText, type Seal, sealText } from '#core/sealed-text.ts'
import { readCode } from '../codes/one-time-code.ts'

/** Seconds of a time step, and steps before and after the present one whose codes are taken: clocks differ. */
const stepSeconds = 30
const drift = 1

/** Bytes of a secret (RFC 4226, section 4: 160 bits). */
const secretBytes = 20

export const wrongAppCode = msg`This code is not right, or was used already. Type the newest one, and check that the clock of your device is right.`

/** The library, fetched with the first code. */
const library = () => import('otpauth')

const sealOf = (userId: string): Seal => ({ purpose: 'authenticator apps', binding: `authenticator-app:1:${userId}` })

type Secrets = Pick<FeatureDeps, 'payoutSecrets'>

export const sealSecret = ({ payoutSecrets }: Secrets, userId: string, secret: string): string =>
  sealText(payoutSecrets, sealOf(userId), secret)

/** Returns the secret of a user's row; null where no secret of the site decrypts it. */
export const openSecret = ({ payoutSecrets }: Secrets, userId: string, sealed: string): string | null =>
  openText(payoutSecrets, sealOf(userId), sealed)

/** Makes a secret, and the URI for a QR code, which names site and account. */
export async function makeSecret(issuer: string, label: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: secretBytes })
  return { secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() }
}

/** Returns the time step of a code that the secret shows now, or has shown a step before or will show a step later; null otherwise. */
export async function stepOfCode(secret: string, typed: unknown, now: Date): Promise<number | null> {
  const code = readCode(typeof typed === 'string' ? typed.replaceAll(' ', '') : typed, authenticatorCodeLength)
  if (code === null) return null
  const { Secret, TOTP } = await library()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: stepSeconds, digits: authenticatorCodeLength })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: drift })
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta
}
