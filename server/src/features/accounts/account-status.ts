import { msg } from '@lingui/core/runtime-macro'
import { isolate } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import type { Tx } from '#core/transact.ts'
import { lockAccountStatus } from './queries.ts'

/** Text shown to a suspended user. The punctuation at the end of the admin's reason is replaced by a full stop. */
export function suspendedSentence(given: string, supportAddress: string): Sentence {
  const reason = isolate(given.replace(/[.\s]+$/, ''))
  if (given === '')
    return supportAddress === ''
      ? msg`This account is suspended. Please write to the support of this site.`
      : msg`This account is suspended. Please write to ${{ supportAddress }}.`
  return supportAddress === ''
    ? msg`This account is suspended. Reason: ${{ reason }}. Please write to the support of this site.`
    : msg`This account is suspended. Reason: ${{ reason }}. Please write to ${{ supportAddress }}.`
}

/**
 * Throws `suspended` or, for a deleted account or one whose password hash is no longer `checkedHash`, `wrong_credentials`. Locks the
 * account until the transaction ends, so that concurrent sign-ins wait for each other, and a concurrent suspension ends the session
 * that is opened here. Returns whether it has a second factor, and
 * whether its address was proven.
 */
export async function requireActiveAccount(
  { settings }: Pick<FeatureDeps, 'settings'>,
  tx: Tx,
  userId: string,
  checkedHash?: string,
): Promise<{ hasFactor: boolean; proven: boolean }> {
  const row = await lockAccountStatus(tx, userId)
  if (!row || row.deleted_at) throw new DomainError('wrong_credentials')
  if (checkedHash !== undefined && row.password_hash !== checkedHash) throw new DomainError('wrong_credentials')
  if (row.suspended_at)
    throw new DomainError('suspended', suspendedSentence(row.suspended_reason, settings.current().supportAddress))
  return { hasFactor: row.factor_since !== null, proven: row.email_verified_at !== null }
}
