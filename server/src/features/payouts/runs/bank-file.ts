import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { decryptBankDetails } from '../bank/bank-cipher.ts'
import { findPayoutsIn, lockRun, updateRun } from './run-queries.ts'

const columns = ['Beneficiary name', 'Account number', 'IFSC', 'Amount', 'Reference']

/**
 * Returns the bank file of a confirmed run: one line for each payout, with the unencrypted bank details as of the confirmation. The
 * reference in a line is the payout's id. Throws not_found, payout_run_closed, bank_details_unreadable.
 */
export async function writeBankFile(
  { clock, payoutSecrets }: Pick<FeatureDeps, 'clock' | 'payoutSecrets'>,
  tx: Tx,
  runId: string,
): Promise<{ text: string; count: number }> {
  const run = await lockRun(tx, runId)
  if (!run) throw new DomainError('not_found')
  if (run.status !== 'confirmed') throw new DomainError('payout_run_closed')
  const payouts = await findPayoutsIn(tx, runId, 'sent')
  const rows = payouts.map(({ id, educator_id: educatorId, encrypted, amount_paise: amount }) => {
    const details = encrypted === null ? null : decryptBankDetails(payoutSecrets, educatorId, encrypted)
    if (!details) throw new DomainError('bank_details_unreadable')
    return [details.holder, details.accountNumber, details.ifsc, (Number(amount) / 100).toFixed(2), id]
  })
  await updateRun(tx, runId, { exported_at: clock.now() })
  return { text: csvOf([columns, ...rows]), count: rows.length }
}
