import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import type { Tx } from '#core/transact.ts'
import { findEducatorBalance } from '../ledger/index.ts'
import { deleteAccount } from './bank/account-queries.ts'
import { hasOpenPayout } from './runs/run-queries.ts'

/**
 * Throws money_owed while a user is owed money, held amounts included, or a payout is on its way to them. `message` names the action that
 * this blocks.
 */
export async function requireNothingOwed(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  userId: string,
  message?: Sentence,
): Promise<void> {
  const { owed } = await findEducatorBalance(tx, userId, clock.now())
  if (owed > 0 || (await hasOpenPayout(tx, userId))) throw new DomainError('money_owed', message)
}

/** Deletes the bank details of a user whose account is deleted. Throws money_owed. */
export async function closePayoutAccount(deps: Pick<FeatureDeps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  await requireNothingOwed(deps, tx, userId)
  await deleteAccount(tx, userId)
}
