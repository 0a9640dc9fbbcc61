import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'

/** Reads as sentences, whatever punctuation an admin ends his reason with. */
export const suspendedSentence = (reason: string, supportAddress: string): string =>
  [
    'This account is suspended.',
    reason === '' ? '' : `Reason: ${reason.replace(/[.\s]+$/, '')}.`,
    supportAddress === '' ? 'Please write to the support of this site.' : `Please write to ${supportAddress}.`,
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Lets no one in who was shut out or forgotten. The row is held until the transaction ends: a suspension that comes meanwhile
 * waits, and then ends the session that is opened here; sign-ins of one account go one after the other. Throws suspended, wrong_credentials.
 */
export async function requireActiveAccount(
  { settings }: Pick<FeatureDeps, 'settings'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select(['suspended_at', 'suspended_reason', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row.deleted_at) throw new DomainError('wrong_credentials')
  if (row.suspended_at)
    throw new DomainError('suspended', suspendedSentence(row.suspended_reason, settings.current().supportAddress))
}
