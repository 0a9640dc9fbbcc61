import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { BankDetails } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'

type Secrets = FeatureDeps['payoutSecrets']

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'bank details of educators', 32))

/** Names a secret without revealing it; 8 hexadecimal digits. */
export const keyIdOf = (secret: string): string => createHash('sha256').update(keyOf(secret)).digest('hex').slice(0, 8)

/** Additional authenticated data, which makes the record of one user invalid in the row of another. */
const bindingOf = (userId: string): Buffer => Buffer.from(`bank-details:1:${userId}`)

/**
 * Encrypts bank details for the row of a user (AES-256-GCM): `1.KEY-ID.IV.CIPHERTEXT`, the last two in base64url, the tag at the end of
 * the ciphertext.
 */
export function encryptBankDetails({ current }: Secrets, userId: string, details: BankDetails): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(current), iv, { authTagLength: tagBytes })
  cipher.setAAD(bindingOf(userId))
  const text = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final(), cipher.getAuthTag()])
  return ['1', keyIdOf(current), iv.toString('base64url'), text.toString('base64url')].join('.')
}

/** Decrypts the bank details of a user; null if the text was changed, belongs to another user, or was encrypted with neither secret. */
export function decryptBankDetails({ current, old }: Secrets, userId: string, encrypted: string): BankDetails | null {
  const [version, keyId, iv = '', text = ''] = encrypted.split('.')
  const secret = [current, old].find((one) => one !== null && keyIdOf(one) === keyId)
  const bytes = Buffer.from(text, 'base64url')
  if (version !== '1' || !secret || bytes.length <= tagBytes) return null
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret), Buffer.from(iv, 'base64url'), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(bindingOf(userId))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    return BankDetails.parse(JSON.parse(plain.toString('utf8')))
  } catch {
    return null
  }
}

/** Returns the prefix of all texts that were encrypted with the current secret. */
export const currentPrefix = ({ current }: Secrets): string => `1.${keyIdOf(current)}.`
