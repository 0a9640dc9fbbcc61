import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { exportNotifications } from '../notifications/index.ts'
import { writeAudit } from './audit-queries.ts'
import { findEverythingOf } from './user-queries.ts'

/**
 * Returns all data of a user in readable form, without secrets such as password hashes and tokens. Writes the export to the audit
 * log. Throws not_found.
 */
export async function exportUser(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  admin: CurrentUser,
  userId: string,
): Promise<object> {
  return transact(deps.db, async (tx) => {
    const everything = await findEverythingOf(tx, userId)
    if (!everything) throw new DomainError('not_found')
    const about = { kind: 'user', subjectId: userId, detail: 'Data downloaded.' } as const
    await writeAudit(deps, tx, { action: 'user-exported', adminId: admin.id, ...about })
    const notifications = await exportNotifications(deps, tx, userId)
    return { exportedAt: deps.clock.now().toISOString(), ...everything, notifications }
  })
}
