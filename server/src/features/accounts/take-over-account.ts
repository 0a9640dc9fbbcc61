import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { removeLater } from '../media/index.ts'
import { forgetCodes, forgetProofs } from './code-queries.ts'
import { tellChangeJob } from './job-kinds.ts'
import { endSessionsOf } from './sessions.ts'

/**
 * Gives an account to the person who owns its address: their name and password, no open session, no verification that anyone
 * else began. If the address was never proven, someone else may have opened the account: the identities at providers that are
 * linked to it, its photo and its text go too. `proven` false leaves the address as it was.
 */
export async function takeOverAccount(
  { clock }: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  user: UserRow,
  owner: { name: string; passwordHash: string; proven: boolean },
): Promise<void> {
  const unproven = user.email_verified_at === null
  await endSessionsOf(tx, user.id)
  await forgetProofs(tx, user.id)
  await forgetCodes(tx, user)
  if (unproven) await tx.deleteFrom('identities').where('user_id', '=', user.id).execute()
  await tx
    .updateTable('users')
    .set({
      name: owner.name,
      password_hash: owner.passwordHash,
      email_verified_at: user.email_verified_at ?? (owner.proven ? clock.now() : null),
      ...(unproven && { description: '', photo_id: null }),
    })
    .where('id', '=', user.id)
    .execute()
  tx.enqueue(tellChangeJob, { userId: user.id, change: 'password-set' })
  if (unproven && user.photo_id !== null) removeLater(tx, { images: [user.photo_id] })
}
