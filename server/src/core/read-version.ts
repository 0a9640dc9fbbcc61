import { createHash } from 'node:crypto'
import { DomainError } from './domain-error.ts'

/**
 * Returns the version of what an editing form shows: a digest of its fields as they are stored. A counter of changes would need a column
 * and a trigger for each form, and would differ where nothing that the form shows has changed.
 */
export const versionOf = (fields: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)

/**
 * Throws changed_elsewhere where the version that a caller has read is not the present one; undefined is of a caller that does not compare.
 * The rows behind `present` must be locked until the transaction ends: otherwise two callers with the same version would both pass.
 */
export function requireVersion(read: string | undefined, present: string): void {
  if (read !== undefined && read !== present) throw new DomainError('changed_elsewhere')
}
