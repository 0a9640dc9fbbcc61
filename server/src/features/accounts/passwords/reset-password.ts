import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { requireActiveAccount } from '../account-status.ts'
import type { Caller } from '../caller-of.ts'
import { consumeVerificationToken, deleteCodesOf, findVerificationToken } from '../codes/code-queries.ts'
import { mailAccountChange } from '../jobs.ts'
import { hashPassword } from '../passwords.ts'
import { endForeignAccess } from '../profile/take-over-account.ts'
import { setPassword } from '../queries.ts'
import { keyOfAllKnown } from '../sessions/known-browser.ts'
import { endSessionsOf, hashToken } from '../sessions/sessions.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings'>

/**
 * Sets a new password with the verification token of this address, consumes the token and ends all sessions of the account. A second
 * factor stays, unless the address was not proven before: then someone else may have added it.
 * Returns the account with its new hash. Throws code_not_verified, suspended, rate_limited, unavailable.
 */
export async function resetPassword(
  deps: Deps,
  wanted: { email: string; password: string },
  token: string | undefined,
  caller: Pick<Caller, 'key' | 'signal'>,
): Promise<{ id: string; password_hash: string; hasFactor: boolean }> {
  await deps.limits.resets.consume(caller.key)
  const tokenHash = hashToken(token ?? '')
  const verified = token && (await findVerificationToken(deps.db, tokenHash, wanted.email, deps.clock.now()))
  if (!verified) throw new DomainError('code_not_verified')
  const passwordHash = await hashPassword(wanted.password, { client: caller.key, signal: caller.signal })
  const { hasFactor } = await transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const status = await requireActiveAccount(deps, tx, verified.userId)
    if (!(await consumeVerificationToken(tx, tokenHash, now))) throw new DomainError('code_not_verified')
    if (!status.proven) await endForeignAccess(tx, verified.userId)
    await setPassword(tx, verified.userId, passwordHash, now)
    await deleteCodesOf(tx, { id: verified.userId, email: wanted.email })
    tx.enqueue(mailAccountChange, { userId: verified.userId, change: 'password-set' })
    await endSessionsOf(tx, verified.userId)
    return { hasFactor: status.hasFactor && status.proven }
  })
  // The owner has verified the address and is not locked out by earlier wrong codes of others.
  await Promise.all([wanted.email, keyOfAllKnown(wanted.email)].map((key) => deps.limits.wrongCodes.clear(key)))
  return { id: verified.userId, password_hash: passwordHash, hasFactor }
}
