import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { consentAddress } from './google-consent.ts'
import { keepSignIn } from './pending-sign-in.ts'

/**
 * Leaves for the provider's consent page. Rejects when it cannot be reached or nothing can be remembered here.
 * @param role chosen at sign-up; null keeps the role of the account
 */
export async function startGoogleSignIn(next: string, role: string | null): Promise<void> {
  const consent = await browserApi(calls.accounts.googleConsent)
  const address = consentAddress({ ...consent, origin: location.origin })
  keepSignIn({ state: consent.state, next }, role)
  location.assign(address)
}
