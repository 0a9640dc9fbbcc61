import { type BillingDetails, billingProblems, stateOfGstin } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockUser } from '../accounts/index.ts'
import { findBilling } from './queries.ts'

/** Version of what `invoices.saveBilling` changes. */
export const billingVersion = ({ name, address, state, gstin }: BillingDetails): string =>
  versionOf([name, address, state, gstin])

/**
 * Saves the details for a user's invoices if they are still as the caller has read them (`version`); undefined fields stay. The state of a
 * GSTIN is known. Documents that were issued stay as they are. Throws changed_elsewhere, invalid_input.
 */
export async function saveBilling(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  viewer: CurrentUser,
  { version, ...changes }: { [Name in keyof BillingDetails]?: string | undefined } & { version?: string | undefined },
): Promise<BillingDetails> {
  return transact(db, async (tx) => {
    // there may be no row of the details to lock
    const user = await lockUser(tx, viewer.id)
    if (!user || user.deleted_at) throw new DomainError('unauthenticated')
    const before = await findBilling(tx, viewer.id)
    requireVersion(version, billingVersion(before))
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const details: BillingDetails = { ...before, ...given }
    const fields = billingProblems(details)
    if (fields.length > 0) throw new DomainError('invalid_input', { fields, message: fields[0]?.message })
    const saved = { ...details, state: details.gstin === '' ? details.state : stateOfGstin(details.gstin) }
    const row = { ...saved, changed_at: clock.now() }
    await tx
      .insertInto('billing_details')
      .values({ user_id: viewer.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return saved
  })
}

/** Deletes the details of a deleted user. Issued documents keep theirs, as the law requires (CGST Act, 2017, section 36). */
export async function deleteBilling(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('billing_details').where('user_id', '=', userId).execute()
}
