import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { deletedName, forgetPerson } from '../accounts/index.ts'
import { deleteProgressOf } from '../learning/index.ts'
import { removeCoursesOf } from '../lectures/index.ts'
import { forgetMessages } from '../live/index.ts'
import { anonymiseNotifications } from '../notifications/index.ts'
import { deleteWishlist } from '../wishlist/index.ts'
import { writeAudit } from './audit.ts'
import { holdAccount } from './hold-account.ts'
import { forgetInvitation } from './invitation-queries.ts'

/**
 * Forgets a person for ever: name, address, picture, ways in, wishlist items, progress and what he was told are deleted. Reviews,
 * enrolments and orders stay, of a "Deleted user". Throws not_found, forbidden, own_account, last_admin, has_students.
 */
export async function deleteUser(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: CurrentUser,
  userId: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const user = await holdAccount(tx, admin.id, userId)
    await removeCoursesOf(deps, tx, userId)
    await deleteWishlist(tx, userId)
    await deleteProgressOf(tx, userId)
    await forgetMessages(tx, userId)
    await anonymiseNotifications(tx, userId, deletedName)
    await forgetInvitation(tx, user.email)
    await forgetPerson(deps, tx, user)
    const detail = `Account of a${user.role === 'student' ? '' : 'n'} ${user.role} deleted.`
    await writeAudit(deps, tx, { action: 'user-deleted', adminId: admin.id, kind: 'user', subjectId: userId, detail })
    tx.invalidate('catalogue')
  })
}
