import { deletedName } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { formatRupees } from '#core/rupees.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { anonymiseUser } from '../../accounts/index.ts'
import { deleteAddressOf } from '../../agenda/index.ts'
import { deleteAnnouncementReportsOf } from '../../announcements/index.ts'
import { deleteAnswers } from '../../assignments/index.ts'
import { eraseCertificatesOf } from '../../certificates/index.ts'
import { deleteDraftsOf } from '../../drafts/index.ts'
import { deleteBilling } from '../../invoices/index.ts'
import { deleteProgressOf } from '../../learning/index.ts'
import { removeCoursesOf } from '../../lectures/index.ts'
import { type Posting, post } from '../../ledger/index.ts'
import { deleteAttendanceOf, deleteMessagesOf, deleteVotesOf } from '../../live/index.ts'
import { deleteNotesOf } from '../../notes/index.ts'
import { anonymiseNotifications } from '../../notifications/index.ts'
import { removeBundlesOf } from '../../offers/index.ts'
import { closePayoutAccount } from '../../payouts/index.ts'
import { deleteTracesOf } from '../../questions/index.ts'
import { deleteAttemptsOf } from '../../quizzes/index.ts'
import { deleteReportsOf } from '../../reviews/index.ts'
import { expireUploadsOf } from '../../video/uploads/index.ts'
import { deleteWishlist } from '../../wishlist/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { deleteFiltersOf } from '../lists/filter-queries.ts'
import { announceFormerAdmin } from './former-admins.ts'
import { deleteInvitation } from './invitation-queries.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Deletes what a user has, with their courses, what they wrote and learned. Reviews, questions, enrolments and
 * orders stay under the name "Deleted user"; invoices keep name and address, as the law demands; certificates end without a name. The
 * caller locks the row. Returns the debt in paise, and postings that write it off. Throws has_students, money_owed.
 */
export async function eraseUser(
  deps: Pick<FeatureDeps, 'clock'>,
  tx: Tx,
  user: UserRow,
): Promise<{ debt: Paise; postings: Posting[] }> {
  const userId = user.id
  await announceFormerAdmin(tx, user, 'deleted')
  await removeCoursesOf(deps, tx, userId)
  // once the courses are locked, no sale of them is being booked that would be owed
  const left = await closePayoutAccount(deps, tx, userId)
  await removeBundlesOf(deps, tx, userId)
  await expireUploadsOf(tx, userId, deps.clock.now())
  await deleteDraftsOf(tx, userId)
  await deleteFiltersOf(tx, userId)
  await deleteWishlist(tx, userId)
  await deleteBilling(tx, userId)
  await deleteProgressOf(tx, userId)
  await deleteNotesOf(tx, userId)
  await deleteAddressOf(tx, userId)
  await deleteAttemptsOf(tx, userId)
  await deleteAnswers(tx, userId)
  await eraseCertificatesOf(tx, userId, deps.clock.now())
  await deleteMessagesOf(tx, userId)
  await deleteVotesOf(tx, userId)
  await deleteAttendanceOf(tx, userId)
  await deleteReportsOf(tx, userId)
  await deleteTracesOf(tx, userId)
  await deleteAnnouncementReportsOf(tx, userId)
  await anonymiseNotifications(tx, userId, deletedName)
  await deleteInvitation(tx, user.email)
  await anonymiseUser(deps, tx, user)
  return left
}

/** Deletes a user as an admin, and writes off what they owe to the site. Throws not_found, forbidden, own_account, last_admin, has_students, money_owed. */
export async function deleteUser(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  admin: CurrentUser,
  userId: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const user = await lockAccount(tx, admin.id, userId)
    const { debt, postings } = await eraseUser(deps, tx, user)
    const writtenOff = debt > 0 ? ` Their debt of ${formatRupees(debt)} was written off.` : ''
    const detail = `Account of a${user.role === 'student' ? '' : 'n'} ${user.role} deleted.${writtenOff}`
    await writeAudit(deps, tx, { action: 'user-deleted', adminId: admin.id, kind: 'user', subjectId: userId, detail })
    await post(tx, deps, postings)
  })
}
