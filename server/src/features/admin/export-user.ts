import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { exportNotifications } from '../notifications/index.ts'
import { writeAudit } from './audit.ts'
import { findEverythingOf } from './export-queries.ts'

/**
 * Everything that is kept about a person, for him to read: what he told, did and was told. Secrets are not in it: no password
 * hashes, no tokens. The download is written down. Throws not_found.
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
