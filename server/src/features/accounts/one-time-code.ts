import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { otpLength } from '@virtual-courses/contract'

/** How long a code can be used, in milliseconds, and how often it may be tried (decisions, section 1). */
export const codeLifeMs = 5 * 60 * 1000
export const codeTries = 5

/** A code that no one guesses: digits, with leading zeros. */
export const makeCode = (): string => String(randomInt(10 ** otpLength)).padStart(otpLength, '0')

/** What a person may have typed for a code, or null when it can be none. */
export function readCode(typed: unknown): string | null {
  const code = typeof typed === 'string' ? typed.trim() : ''
  return code.length === otpLength && /^[0-9]+$/.test(code) ? code : null
}

const keyed = (secret: string, ...parts: string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()

/**
 * What stands in the database in place of a code. Four digits are guessed from any plain hash, however slow; without the secret,
 * which is not in the database, this one tells nothing. It fits one request for one address only.
 */
export const hashCode = (secret: string, asked: { email: string; requestId: string }, code: string): Buffer =>
  keyed(secret, 'code', asked.email, asked.requestId, code)

/** Do two hashes agree? Constant time. */
export const sameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Tells apart which secret a hash was made with, and nothing more. */
export const markOf = (secret: string): string => keyed(secret, 'mark').toString('hex').slice(0, 8)
