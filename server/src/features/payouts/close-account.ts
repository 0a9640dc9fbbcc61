import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { findEducatorBalance, type Posting } from '../ledger/index.ts'
import { deleteAccount } from './bank/account-queries.ts'
import { hasOpenPayout } from './runs/run-queries.ts'
import { writtenOffOf } from './runs/write-off.ts'

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
  await findDebt({ clock }, tx, userId, message)
}

/** Returns in paise what refunds took beyond the earnings of a user. Throws money_owed as above. */
async function findDebt(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  userId: string,
  message?: Sentence,
): Promise<Paise> {
  const { owed, held } = await findEducatorBalance(tx, userId, clock.now())
  // what is held may still be refunded, also where a debt takes all of it
  if (owed > 0 || held > 0 || (await hasOpenPayout(tx, userId))) throw new DomainError('money_owed', message)
  return -owed
}

/**
 * Deletes the bank details of a user whose account is deleted. Returns the postings that write off a debt, which must be made last, and
 * its amount in paise. Throws money_owed.
 */
export async function closePayoutAccount(
  deps: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  userId: string,
): Promise<{ debt: Paise; postings: Posting[] }> {
  const debt = await findDebt(deps, tx, userId)
  await deleteAccount(tx, userId)
  return { debt, postings: debt > 0 ? [writtenOffOf(userId, -debt, deps.clock.now())] : [] }
}
