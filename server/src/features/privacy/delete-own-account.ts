import { msg } from '@lingui/core/runtime-macro'
import type { OwnerCredentials } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { formatRupees } from '#core/rupees.ts'
import { transact } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { type Asking, type Caller, findUser, lockAdminsAnd, mailAccountDeleted, proveOwner } from '../accounts/index.ts'
import { eraseUser, isActiveAdmin, writeAudit } from '../admin/index.ts'

const lastAdmin = msg`You are the last admin of this site. Make someone else an admin first; then you can delete your account.`
const hasStudents = msg`Courses of yours are published and have students. Take them off the list first (My Courses); your students keep them. Then you can delete your account.`
const moneyOwed = msg`You are still owed money, or a payout is on its way to you. Once everything is paid out, you can delete your account; the page Earnings shows what is left.`
const inDebt = (debt: Paise) =>
  msg`Sales that were paid out to you were refunded since, and ${{ debt: formatRupees(debt) }} of that is still open. What you earn next makes up for it. Or write to the support of this site: an admin can settle it and delete your account.`

/**
 * Deletes the current user's account as an admin's deletion does, after a proof of its owner. Their address gets a mail. Throws
 * wrong_password, wrong_code, last_admin, has_students, money_owed, rate_limited, unavailable.
 */
export async function deleteOwnAccount(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits'>,
  viewer: CurrentUser,
  credentials: OwnerCredentials,
  caller: Asking & Pick<Caller, 'language'>,
): Promise<void> {
  const proven = await findUser(deps.db, viewer.id)
  if (!proven) throw new DomainError('unauthenticated')
  await proveOwner(deps, proven, credentials, caller)
  await transact(deps.db, async (tx) => {
    // with all admins, so that two of them cannot both be the last but one
    const rows = await lockAdminsAnd(tx, viewer.id)
    const user = rows.find(({ id }) => id === viewer.id)
    if (!user || user.suspended_at) throw new DomainError('unauthenticated')
    // a password or an address that was changed at the same moment has ended what was proven
    if (user.password_hash !== proven.password_hash || user.email !== proven.email)
      throw new DomainError('wrong_password')
    if (isActiveAdmin(user) && rows.filter(isActiveAdmin).length === 1) throw new DomainError('last_admin', lastAdmin)
    const { debt } = await eraseUser(deps, tx, user).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'has_students') throw new DomainError('has_students', hasStudents)
      throw error.code === 'money_owed' ? new DomainError('money_owed', moneyOwed) : error
    })
    if (debt > 0) throw new DomainError('money_owed', inDebt(debt))
    tx.enqueue(mailAccountDeleted, { email: user.email, language: user.language ?? caller.language })
    if (user.role !== 'admin') return
    const act = { action: 'user-deleted', adminId: user.id, kind: 'user', subjectId: user.id } as const
    await writeAudit(deps, tx, { ...act, detail: 'An admin deleted their own account.' })
  })
}
