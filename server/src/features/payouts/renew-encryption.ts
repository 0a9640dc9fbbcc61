import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { lockOlder, storeAccount } from './account-queries.ts'
import { currentPrefix, decryptBankDetails, encryptBankDetails } from './bank-cipher.ts'

/** Number of rows that are encrypted again in a transaction. */
const atOnce = 200

/**
 * Encrypts the bank details that an older secret has encrypted with the present one. Rows that no secret decrypts stay as they are, and
 * the log says so.
 */
export async function renewBankDetails({
  db,
  payoutSecrets,
  log,
}: Pick<FeatureDeps, 'db' | 'payoutSecrets' | 'log'>): Promise<void> {
  const prefix = currentPrefix(payoutSecrets)
  let renewed = 0
  let after = ''
  let unreadable = 0
  for (;;) {
    const last = await transact(db, async (tx) => {
      const rows = await lockOlder(tx, { prefix, after, most: atOnce })
      for (const row of rows) {
        const details = decryptBankDetails(payoutSecrets, row.user_id, row.encrypted)
        if (details)
          await storeAccount(tx, { ...row, encrypted: encryptBankDetails(payoutSecrets, row.user_id, details) })
        if (details) renewed++
        else unreadable++
      }
      return rows.at(-1)?.user_id
    })
    if (last === undefined) break
    after = last
  }
  if (renewed > 0) log.info({ renewed }, 'bank details were encrypted with the present secret')
  if (unreadable > 0)
    log.error({ unreadable }, 'bank details cannot be decrypted: set PAYOUT_SECRET_OLD (docs/runbooks/payouts.md)')
}
