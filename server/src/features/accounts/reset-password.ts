import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { requireActiveAccount } from './account-status.ts'
import type { Caller } from './caller-of.ts'
import { findProof, forgetCodes, forgetProofs, spendProof } from './code-queries.ts'
import { tellChangeJob } from './job-kinds.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './queries.ts'
import { endSessionsOf, hashToken } from './sessions.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings'>

/**
 * Sets a new password for who holds the proof of this address, and ends all sessions of the account. The proof is used up.
 * Returns the account with its new hash. Throws code_not_verified, suspended, rate_limited, unavailable.
 */
export async function resetPassword(
  deps: Deps,
  wanted: { email: string; password: string },
  token: string | undefined,
  caller: Pick<Caller, 'key' | 'signal'>,
): Promise<{ id: string; password_hash: string }> {
  await deps.limits.resets.consume(caller.key)
  const tokenHash = hashToken(token ?? '')
  const proof = token && (await findProof(deps.db, tokenHash, wanted.email, deps.clock.now()))
  if (!proof) throw new DomainError('code_not_verified')
  const passwordHash = await hashPassword(wanted.password, { client: caller.key, signal: caller.signal })
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (!(await spendProof(tx, tokenHash, now))) throw new DomainError('code_not_verified')
    await requireActiveAccount(deps, tx, proof.userId)
    await setPassword(tx, proof.userId, passwordHash, now)
    await forgetProofs(tx, proof.userId)
    await forgetCodes(tx, { id: proof.userId, email: wanted.email })
    tx.enqueue(tellChangeJob, { userId: proof.userId, change: 'password-set' })
    await endSessionsOf(tx, proof.userId)
  })
  // Anyone who just proved to be the owner is not kept out by what others tried before.
  await deps.limits.wrongCodes.clear(wanted.email)
  return { id: proof.userId, password_hash: passwordHash }
}
