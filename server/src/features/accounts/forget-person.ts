import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { removeLater } from '../media/index.ts'
import { forgetCodes, forgetProofs } from './code-queries.ts'
import { endSessionsOf } from './sessions.ts'

/** What stands in place of a forgotten person's name. */
export const deletedName = 'Deleted user'

/**
 * Takes everything out of an account that tells who its owner was, and every way in. The row stays: reviews, enrolments and
 * orders refer to it. Cards and reviews show another name from now on: the catalogue has to be invalidated.
 */
export async function forgetPerson({ clock }: Pick<FeatureDeps, 'clock'>, tx: Tx, user: UserRow): Promise<void> {
  await endSessionsOf(tx, user.id)
  await forgetProofs(tx, user.id)
  await forgetCodes(tx, user)
  await tx.deleteFrom('identities').where('user_id', '=', user.id).execute()
  await tx.deleteFrom('outbox_mails').where('recipient', '=', user.email).execute()
  await tx
    .updateTable('users')
    .set({
      name: deletedName,
      // a reserved domain: no mail can reach it, and no one can open an account with it again
      email: `${newId().toLowerCase()}@deleted.invalid`,
      password_hash: null,
      description: '',
      show_email: false,
      photo_id: null,
      email_verified_at: null,
      suspended_at: null,
      suspended_reason: '',
      deleted_at: clock.now(),
    })
    .where('id', '=', user.id)
    .execute()
  if (user.photo_id !== null) removeLater(tx, { images: [user.photo_id] })
}
