import type { FeatureDeps } from '#core/feature-deps.ts'
import { currentPrefix } from '#core/sealed-text.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockOlder, lockOlderCopies, storeAccount } from './bank/account-queries.ts'
import { decryptBankDetails, encryptBankDetails } from './bank/bank-cipher.ts'
import { updatePayouts } from './runs/run-queries.ts'

/** Number of rows that are encrypted again in one transaction. */
const atOnce = 200

type Older = { prefix: string; after: string; most: number }
/** An encrypted text of a user, with a function that stores the renewed one. Records are ordered by `id`. */
type Record = { id: string; userId: string; encrypted: string; store: (encrypted: string) => Promise<unknown> }

const ofAccounts = async (tx: Tx, older: Older): Promise<Record[]> =>
  (await lockOlder(tx, older)).map((row) => ({
    id: row.user_id,
    userId: row.user_id,
    encrypted: row.encrypted,
    store: (encrypted) => storeAccount(tx, { ...row, encrypted }),
  }))

const ofOpenPayouts = async (tx: Tx, older: Older): Promise<Record[]> =>
  (await lockOlderCopies(tx, older)).map((row) => ({
    id: row.id,
    userId: row.educator_id,
    encrypted: row.encrypted ?? '',
    store: (encrypted) => updatePayouts(tx, [row.id], { encrypted }),
  }))

/**
 * Encrypts bank details of an older secret with the current one: those of educators, and the copies in payouts that are on their way.
 * Texts that neither secret decrypts are left as they are and logged.
 */
export async function renewBankDetails({
  db,
  payoutSecrets,
  log,
}: Pick<FeatureDeps, 'db' | 'payoutSecrets' | 'log'>): Promise<void> {
  const prefix = currentPrefix(payoutSecrets)
  let renewed = 0
  let unreadable = 0
  const renew = async ({ userId, encrypted, store }: Record): Promise<void> => {
    const details = decryptBankDetails(payoutSecrets, userId, encrypted)
    if (details) await store(encryptBankDetails(payoutSecrets, userId, details))
    if (details) renewed++
    else unreadable++
  }
  // Accounts come first: a confirmation copies them, and copies made before this point are found in the second pass.
  for (const find of [ofAccounts, ofOpenPayouts]) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const from: string = after
      after = await transact(db, async (tx) => {
        const records = await find(tx, { prefix, after: from, most: atOnce })
        for (const record of records) await renew(record)
        return records.at(-1)?.id
      })
    }
  }
  if (renewed > 0) log.info({ renewed }, 'bank details were encrypted with the present secret')
  if (unreadable > 0)
    log.error({ unreadable }, 'bank details cannot be decrypted: set PAYOUT_SECRET_OLD (docs/runbooks/payouts.md)')
}
