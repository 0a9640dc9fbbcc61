import { BankDetails } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { openText, type Seal, sealText } from '#core/sealed-text.ts'

type Secrets = FeatureDeps['payoutSecrets']

/** The record of one user is not valid in the row of another. */
const sealOf = (userId: string): Seal => ({
  purpose: 'bank details of educators',
  binding: `bank-details:1:${userId}`,
})

/** Encrypts bank details for the row of a user. */
export const encryptBankDetails = (secrets: Secrets, userId: string, details: BankDetails): string =>
  sealText(secrets, sealOf(userId), JSON.stringify(details))

/** Returns the bank details of a user's row; null where it was changed, belongs to another user, or neither secret has encrypted it. */
export function decryptBankDetails(secrets: Secrets, userId: string, encrypted: string): BankDetails | null {
  const text = openText(secrets, sealOf(userId), encrypted)
  try {
    return text === null ? null : BankDetails.parse(JSON.parse(text))
  } catch {
    return null
  }
}
