import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { findEducatorBalance, type Posting } from '../../ledger/index.ts'
import { hasOpenPayout } from './run-queries.ts'

/**
 * Decides what is written off from the balance of an educator whose account was deleted: the whole amount owed, since bank details can no
 * longer be entered. A row lock serialises requests of several admins. Returns the postings, which must be made last. Throws not_found if
 * nothing is owed, a payout is on its way, or the account is open.
 */
export async function writeOff(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  educatorId: string,
): Promise<{ amount: Paise; postings: Posting[] }> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', educatorId)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new DomainError('not_found', msg`There is no deleted account with this id`)
  const now = clock.now()
  const { owed } = await findEducatorBalance(tx, educatorId, now)
  if (owed <= 0 || (await hasOpenPayout(tx, educatorId)))
    throw new DomainError('not_found', msg`Nothing is owed to this account any more`)
  return { amount: owed, postings: [writtenOffOf(educatorId, owed, now)] }
}

/** Books an amount that can no longer be paid to anyone as a gain of the platform; a negative one, a debt, as its loss. */
export const writtenOffOf = (educatorId: string, amount: Paise, at: Date): Posting => ({
  key: `written-off:${newId()}`,
  kind: 'written-off',
  at,
  entries: [
    { account: 'educator_payable', party: educatorId, amount },
    { account: 'losses', amount: -amount },
  ],
})
