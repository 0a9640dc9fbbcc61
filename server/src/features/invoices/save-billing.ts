import { type BillingDetails, stateOfGstin } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'

/** Saves what a user wants to be on their invoices; the state of a GSTIN is known. Documents that were issued stay as they are. */
export async function saveBilling(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  viewer: CurrentUser,
  details: BillingDetails,
): Promise<BillingDetails> {
  const saved = { ...details, state: details.gstin === '' ? details.state : stateOfGstin(details.gstin) }
  const row = { ...saved, changed_at: clock.now() }
  await db
    .insertInto('billing_details')
    .values({ user_id: viewer.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return saved
}

/** Deletes them with their user. Issued documents keep what they say: the law demands it (CGST Act, 2017, section 36). */
export async function deleteBilling(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('billing_details').where('user_id', '=', userId).execute()
}
