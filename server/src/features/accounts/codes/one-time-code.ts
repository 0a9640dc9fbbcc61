import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { otpLength } from '@virtual-courses/contract'

/** Lifetime of a code in milliseconds, and number of tries (decisions, section 1). */
export const codeLifeMs = 5 * 60 * 1000
export const codeTries = 5

/** Returns a random code: digits, with leading zeros. */
export const makeCode = (length: number = otpLength): string => String(randomInt(10 ** length)).padStart(length, '0')

/** Returns the code that a user typed, trimmed, or null when it has not the form of a code. */
export function readCode(typed: unknown, length: number = otpLength): string | null {
  const code = typeof typed === 'string' ? typed.trim() : ''
  return code.length === length && /^[0-9]+$/.test(code) ? code : null
}

const keyed = (secret: string, ...parts: string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()

/**
 * Keyed hash of a code, which is stored instead of it. Four digits can be guessed from any plain hash, however slow; this one needs
 * the secret, which is not in the database. It is valid for one request of one address only.
 */
export const hashCode = (secret: string, asked: { email: string; requestId: string }, code: string): Buffer =>
  keyed(secret, 'code', asked.email, asked.requestId, code)

/** Compares two hashes in constant time. */
export const sameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Short id of a secret; it reveals nothing of the secret. */
export const keyIdOf = (secret: string): string => keyed(secret, 'mark').toString('hex').slice(0, 8)
