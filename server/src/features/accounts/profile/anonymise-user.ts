import { deletedName } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { removeLater } from '../../media/index.ts'
import { deleteCodesOf } from '../codes/code-queries.ts'
import { deleteFactorsOf } from '../factors/factor-queries.ts'
import { deleteIdentitiesOf, deleteMailsTo, updateUser } from '../queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

/**
 * Deletes the personal data of an account and every way to sign in to it. The row stays, because reviews, enrolments and orders refer
 * to it. Reviews show another name from now on; published courses of the user must have been removed.
 */
export async function anonymiseUser({ clock }: Pick<FeatureDeps, 'clock'>, tx: Tx, user: UserRow): Promise<void> {
  await endSessionsOf(tx, user.id)
  await deleteCodesOf(tx, user)
  await deleteIdentitiesOf(tx, user.id)
  await deleteFactorsOf(tx, user.id)
  await deleteMailsTo(tx, user.email)
  await updateUser(tx, user.id, {
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
  if (user.photo_id !== null) removeLater(tx, { images: [user.photo_id] })
}
