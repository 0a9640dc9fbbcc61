import { isolate } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import {
  deleteFactorsOf,
  endSessionsOf,
  lockUserByEmail,
  mailAccountChange,
  requireConfirmation,
} from '../../accounts/index.ts'
import { operatorId, writeAudit } from '../audit-queries.ts'
import { lockAccount } from './lock-account.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

async function remove(deps: Deps, tx: Tx, user: UserRow, by: { adminId: string; detail: string }): Promise<void> {
  if (user.factor_since === null) throw new DomainError('no_factor')
  await deleteFactorsOf(tx, user.id)
  await endSessionsOf(tx, user.id)
  tx.enqueue(mailAccountChange, { userId: user.id, change: 'factors-removed' })
  await writeAudit(deps, tx, { action: 'factors-removed', kind: 'user', subjectId: user.id, ...by })
}

/**
 * Removes the second factors of an account whose owner has lost them, and ends its sessions; the owner gets a mail. The admin must have
 * confirmed that it is they: an open browser of one admin must not open the accounts of others. Throws not_found, forbidden,
 * own_account, last_admin, confirmation_needed, no_factor.
 */
export const removeFactors = (deps: Deps, admin: CurrentUser, userId: string, reason: string): Promise<void> =>
  transact(deps.db, async (tx) => {
    const user = await lockAccount(tx, admin.id, userId)
    await requireConfirmation({ db: tx, clock: deps.clock }, admin.sessionId)
    await remove(deps, tx, user, { adminId: admin.id, detail: `Second step removed: ${isolate(reason)}` })
  })

/** The same as the operator, for the last admin. Throws not_found, no_factor. */
export const removeFactorsAsOperator = (deps: Deps, email: string): Promise<void> =>
  transact(deps.db, async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || user.deleted_at) throw new DomainError('not_found')
    await remove(deps, tx, user, { adminId: operatorId, detail: 'Second step removed by the operator.' })
  })
