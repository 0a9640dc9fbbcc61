import { msg } from '@lingui/core/runtime-macro'
import type { OwnerCredentials } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import type { Caller } from '../caller-of.ts'
import { findNewAddress } from '../codes/account-code-queries.ts'
import { deleteCodesOf } from '../codes/code-queries.ts'
import { codeLifeMs } from '../codes/deliver-account-code.ts'
import { mailAddressChanged } from '../jobs.ts'
import { deleteIdentitiesOf, findUser, findUserByEmail, lockUser, updateUser } from '../queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { type Asking, proveOwner, redeemAccountCode, requestAccountCode } from '../sign-in/prove-owner.ts'
import { wrongField } from '../sign-in/wrong-field.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits'>

/**
 * Mails a code to the address that an account is to have. The job looks up whether the address is taken, so that this function does
 * the same for every address. Throws wrong_password, wrong_code, invalid_input, rate_limited, unavailable.
 */
export async function requestNewAddress(
  deps: Deps,
  viewer: CurrentUser,
  { email, ...credentials }: { email: string } & OwnerCredentials,
  caller: Asking & Pick<Caller, 'language'>,
): Promise<void> {
  const user = await findUser(deps.db, viewer.id)
  if (!user) throw new DomainError('unauthenticated')
  if (email === user.email) throw wrongField('email', 'invalid_input', msg`This is your address already`)
  const restore = await consumeAll([
    [deps.limits.accountCodes, `new address of ${user.id}`],
    [deps.limits.accountCodes, `new address ${email}`],
    [deps.limits.accountCodesByClient, caller.key],
  ])
  await proveOwner(deps, user, credentials, caller).catch(async (error: unknown) => {
    // no mail is sent
    await restore()
    throw error
  })
  await transact(deps.db, async (tx) => {
    const now = await lockUser(tx, user.id)
    if (!now || now.deleted_at || now.suspended_at) throw new DomainError('unauthenticated')
    // a password that was changed at the same moment has ended what its old one could do
    if (now.password_hash !== user.password_hash) throw new DomainError('wrong_password')
    await requestAccountCode(deps, tx, {
      userId: user.id,
      purpose: 'change-address',
      email,
      language: user.language ?? caller.language,
    })
  })
}

/**
 * Gives the account the address that the code was mailed to, and returns it. The old address is no way in any more: its codes, its links
 * and the sign-ins with a provider that were linked by it are deleted, and it gets a mail. All other sessions end. Throws wrong_code,
 * email_taken (to the owner of the address alone), rate_limited.
 */
export async function confirmNewAddress(deps: Deps, viewer: CurrentUser, typed: unknown): Promise<string> {
  await deps.limits.accountCodeGuesses.consume(viewer.id)
  // errors are thrown after the transaction, because the used try must be committed
  const outcome = await transact(deps.db, async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!user || user.deleted_at || user.suspended_at) return 'unauthenticated'
    const email = await redeemAccountCode(deps, tx, { userId: user.id, purpose: 'change-address', typed })
    if (email === undefined) return 'wrong_code'
    if (await findUserByEmail(tx, email)) return 'email_taken'
    await setAddress(deps, tx, user, email)
    await endSessionsOf(tx, user.id, viewer.sessionId)
    return { email }
  }).catch((error: unknown) => {
    // someone opened an account with the address at the same moment
    if ((error as { code?: unknown }).code === '23505') return 'email_taken' as const
    throw error
  })
  if (outcome === 'wrong_code') throw wrongField('code', 'wrong_code')
  if (typeof outcome === 'string') throw new DomainError(outcome)
  await deps.limits.accountCodeGuesses.clear(viewer.id)
  return outcome.email
}

async function setAddress({ clock }: Deps, tx: Tx, user: UserRow, email: string): Promise<void> {
  const now = clock.now()
  await updateUser(tx, user.id, { email, email_verified_at: now })
  await deleteIdentitiesOf(tx, user.id)
  // both: someone may have asked for a code for the new address while it had no account
  await deleteCodesOf(tx, user)
  await deleteCodesOf(tx, { id: user.id, email })
  tx.enqueue(mailAddressChanged, { email: user.email, at: now.toISOString(), language: user.language })
}

/** Returns the address of the own account, how its owner is proven, and the new address that waits for its code. */
export async function readAccountStatus({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>, viewer: CurrentUser) {
  const since = new Date(clock.now().getTime() - codeLifeMs)
  const [user, asked] = await Promise.all([findUser(db, viewer.id), findNewAddress(db, viewer.id, since)])
  if (!user) throw new DomainError('unauthenticated')
  return {
    email: user.email,
    hasPassword: user.password_hash !== null,
    newEmail: asked ? { email: asked.email, requestedAt: asked.requestedAt.toISOString() } : null,
  }
}
