import { hash, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@virtual-courses/contract'
import type { Tx } from '#core/transact.ts'
import { replaceRecoveryCodes } from './factor-queries.ts'

/** Crockford's letters and digits: none is mistaken for another. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Letters of a code: 80 random bits, so that its plain hash tells nothing. */
const codeLength = 16

const makeCode = (): string => {
  const code = [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length]).join('')
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Reads a code as people write it: capitals, spaces and look-alikes are the same. */
const normalise = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')

/** Hash of a code, which is stored instead of it. */
export const hashRecoveryCode = (userId: string, typed: string): Buffer =>
  hash('sha256', JSON.stringify(['recovery code', userId, normalise(typed)]), 'buffer')

/** Gives an account new recovery codes in place of all others, and returns them: they are shown once. */
export async function giveRecoveryCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
    now,
  )
  return codes
}
