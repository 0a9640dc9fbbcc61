import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { FeatureDeps } from './feature-deps.ts'

type Secrets = FeatureDeps['payoutSecrets']

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

const keyOf = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Names a secret without revealing it; 8 hexadecimal digits. It is derived from the key of the first purpose that there was. */
export const keyIdOf = (secret: string): string =>
  createHash('sha256').update(keyOf(secret, 'bank details of educators')).digest('hex').slice(0, 8)

/** What a text is sealed for: `purpose` chooses the key; a text is not valid with another `binding`, such as the row of another user. */
export type Seal = { purpose: string; binding: string }

/** Encrypts a text (AES-256-GCM): `1.KEY-ID.IV.CIPHERTEXT`, the last two in base64url, the tag at the end of the ciphertext. */
export function sealText({ current }: Secrets, { purpose, binding }: Seal, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(current, purpose), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(binding))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return ['1', keyIdOf(current), iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Decrypts a text; null where it was changed, belongs elsewhere, or neither secret has encrypted it. */
export function openText({ current, old }: Secrets, { purpose, binding }: Seal, sealed: string): string | null {
  const [version, keyId, iv = '', text = ''] = sealed.split('.')
  const secret = [current, old].find((one) => one !== null && keyIdOf(one) === keyId)
  const bytes = Buffer.from(text, 'base64url')
  if (version !== '1' || !secret || bytes.length <= tagBytes) return null
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret, purpose), Buffer.from(iv, 'base64url'), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(binding))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** What the texts of the present secret begin with. */
export const currentPrefix = ({ current }: Secrets): string => `1.${keyIdOf(current)}.`
