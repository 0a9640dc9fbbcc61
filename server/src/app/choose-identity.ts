import { googleIdentity } from '#adapters/identity/google.ts'
import { localIdentity } from '#adapters/identity/local.ts'
import type { Clock } from '#ports/clock.ts'
import type { Identity } from '#ports/identity.ts'
import type { Config } from './config.ts'

/** Who stands behind the Google button, or null when nobody does. */
export function chooseIdentity(config: Config, clock: Clock): Identity | null {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (config.google === 'google' && clientId && clientSecret) return googleIdentity({ issuer, clientId, clientSecret })
  if (config.google === 'local') return localIdentity(`${config.publicUrl}/dev/sign-in`, () => clock.now())
  return null
}
