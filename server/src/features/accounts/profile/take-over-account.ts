import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { removeLater } from '../../media/index.ts'
import { deleteCodesOf } from '../codes/code-queries.ts'
import { deleteFactorsOf } from '../factors/factor-queries.ts'
import { accountTakenOver, mailAccountChange } from '../jobs.ts'
import { deleteIdentitiesOf, updateUser } from '../queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

/** Ends what someone else may have set up in an account whose address was not proven, to use it after its owner has come. */
export async function endForeignAccess(tx: Tx, userId: string): Promise<void> {
  await deleteFactorsOf(tx, userId)
  await tx.announce(accountTakenOver, { userId })
}

/**
 * Gives an account to the owner of its address: sets their name and password, ends all sessions and deletes pending codes and
 * verification tokens. If the address was not verified, someone else may have opened the account, so its linked identities, second
 * factors, photo and description are deleted too. `verified` false does not mark the address as verified.
 */
export async function takeOverAccount(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  user: UserRow,
  owner: { name: string; passwordHash: string; verified: boolean },
): Promise<void> {
  const unverified = user.email_verified_at === null
  await endSessionsOf(tx, user.id)
  await deleteCodesOf(tx, user)
  if (unverified) {
    await deleteIdentitiesOf(tx, user.id)
    await endForeignAccess(tx, user.id)
  }
  await updateUser(tx, user.id, {
    name: owner.name,
    password_hash: owner.passwordHash,
    email_verified_at: user.email_verified_at ?? (owner.verified ? clock.now() : null),
    ...(unverified && { description: '', photo_id: null }),
  })
  tx.enqueue(mailAccountChange, { userId: user.id, change: 'password-set' })
  if (unverified && user.photo_id !== null) removeLater(tx, { images: [user.photo_id] })
}
