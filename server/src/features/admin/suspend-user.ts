import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { endSessionsOf, setSuspension } from '../accounts/index.ts'
import { writeAudit } from './audit.ts'
import { holdAccount } from './hold-account.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Shuts an account out: its sessions and sockets end in every process. Throws not_found, forbidden, own_account, last_admin. */
export async function suspendUser(deps: Deps, admin: CurrentUser, userId: string, reason: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const user = await holdAccount(tx, admin.id, userId)
    await setSuspension(tx, userId, user.suspended_at ?? deps.clock.now(), reason)
    await endSessionsOf(tx, userId)
    const detail = `Suspended: ${reason}`
    await writeAudit(deps, tx, { action: 'user-suspended', adminId: admin.id, kind: 'user', subjectId: userId, detail })
  })
}

/** Lets an account in again; he logs in again. Answers false when it was not suspended. Throws not_found, forbidden. */
export async function restoreUser(deps: Deps, admin: CurrentUser, userId: string): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const user = await holdAccount(tx, admin.id, userId)
    if (!user.suspended_at) return false
    await setSuspension(tx, userId, null, '')
    const detail = 'Suspension ended.'
    await writeAudit(deps, tx, { action: 'user-restored', adminId: admin.id, kind: 'user', subjectId: userId, detail })
    return true
  })
}
