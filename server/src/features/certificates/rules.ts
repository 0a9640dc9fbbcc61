import { randomBytes } from 'node:crypto'
import type { CertificateState, WithdrawalCause } from '@virtual-courses/contract'

/** Crockford's base 32: no letter is read as a digit, or as another letter. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns the number of 80 bits. */
export function serialOf(bytes: Uint8Array): string {
  const bits = [...bytes.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const all = (bits.match(/.{5}/g) ?? []).map((five) => signs[Number.parseInt(five, 2)]).join('')
  return (all.match(/.{4}/g) ?? []).join('-')
}

export const newSerial = (): string => serialOf(randomBytes(10))

/** What decides about a certificate. */
export type CertificateFacts = {
  withdrawnAt: Date | null
  because: WithdrawalCause | null
  /** number of the one that has taken its place */
  replacedBy: string | null
}

export const stateOf = ({ withdrawnAt, replacedBy }: CertificateFacts): CertificateState =>
  replacedBy !== null ? 'replaced' : withdrawnAt === null ? 'valid' : 'withdrawn'

/** Whether its holder may have it issued again with their present name: a name of another spelling, and not without end. */
export const mayRenew = (
  facts: CertificateFacts & { name: string },
  present: { name: string; corrections: number },
  mostCorrections: number,
): boolean => stateOf(facts) === 'valid' && present.name !== facts.name && present.corrections < mostCorrections

/** Whether the educator may issue another one in its place: one that they withdrew themselves. What an admin withdrew stays so. */
export const mayReissue = (facts: CertificateFacts): boolean =>
  stateOf(facts) === 'withdrawn' && facts.because === 'educator'

/** Places in a list of bits: the fewest that the standard allows, so that a list says little about a single certificate. */
export const listLength = 131_072

/** Which list has the place of a certificate, and where in it. */
export const placeOf = (statusIndex: number): { list: number; index: number } => ({
  list: Math.floor(statusIndex / listLength),
  index: statusIndex % listLength,
})
