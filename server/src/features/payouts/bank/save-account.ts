import type { BankDetails, OwnerCredentials } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { type Asking, findUser, lockUser, proveOwner } from '../../accounts/index.ts'
import { findEducatorBalance } from '../../ledger/index.ts'
import { mailBankDetails } from '../jobs.ts'
import { accountVersion } from '../present.ts'
import { last4Of, maskHolder, pausedUntil } from '../rules.ts'
import { type AccountRow, findAccount, lockAccounts, pauseAccount, storeAccount } from './account-queries.ts'
import { encryptBankDetails } from './bank-cipher.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits' | 'payoutSecrets'>

/**
 * Stores the bank details of an educator, encrypted, once the owner of the account has confirmed their identity, and mails them. Payouts
 * pause for some days if details are replaced or money is already owed, so that an owner who did not make the change can act on the mail.
 * Throws changed_elsewhere, wrong_password, wrong_code, rate_limited, unavailable.
 */
export async function saveBankDetails(
  deps: Deps,
  viewer: CurrentUser,
  {
    details,
    credentials,
    version,
  }: { details: BankDetails; credentials: OwnerCredentials; version?: string | undefined },
  caller: Asking,
): Promise<AccountRow> {
  const proven = await findUser(deps.db, viewer.id)
  if (!proven) throw new DomainError('unauthenticated')
  // Compared again under the lock. Compared here first because verification uses up a mailed code.
  requireVersion(version, accountVersion(await findAccount(deps.db, viewer.id)))
  await deps.limits.bankDetails.consume(viewer.id)
  await proveOwner(deps, proven, credentials, caller).catch(async (error: unknown) => {
    // no mail is sent
    await deps.limits.bankDetails.restore(viewer.id)
    throw error
  })
  const encrypted = encryptBankDetails(deps.payoutSecrets, viewer.id, details)
  return transact(deps.db, async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!user || user.deleted_at || user.suspended_at) throw new DomainError('unauthenticated')
    // a password or address that was changed meanwhile invalidates the verification
    if (user.password_hash !== proven.password_hash || user.email !== proven.email)
      throw new DomainError('wrong_password')
    const now = deps.clock.now()
    const replaced = await findAccount(tx, viewer.id)
    requireVersion(version, accountVersion(replaced))
    const { owed } = await findEducatorBalance(tx, viewer.id, now)
    const account: AccountRow = {
      user_id: viewer.id,
      encrypted,
      last4: last4Of(details.accountNumber),
      holder_hint: maskHolder(details.holder),
      changed_at: now,
      paused_until: replaced || owed > 0 ? pausedUntil(now) : null,
    }
    await storeAccount(tx, account)
    tx.enqueue(mailBankDetails, { userId: viewer.id, at: now.toISOString() })
    return account
  })
}

/**
 * Pauses payouts to an account that comes to the owner of its address, and mails them of the bank details, which someone else may have
 * entered.
 */
export async function pauseForOwner({ clock }: Pick<Deps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  const [account] = await lockAccounts(tx, [userId])
  if (!account) return
  await pauseAccount(tx, userId, pausedUntil(clock.now()))
  tx.enqueue(mailBankDetails, { userId, at: account.changed_at.toISOString() })
}
