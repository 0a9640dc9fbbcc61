import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import { exportNotifications } from '../../notifications/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { findEverythingOf } from './user-queries.ts'

/** Returns all data of a user in the words of who reads it (`say`), without secrets such as password hashes and tokens. Throws not_found. */
export async function collectUserData(
  deps: Pick<FeatureDeps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
  say: Say,
): Promise<object> {
  const everything = await findEverythingOf(tx, userId)
  if (!everything) throw new DomainError('not_found')
  const notifications = await exportNotifications(deps, tx, userId, say)
  return { exportedAt: deps.clock.now().toISOString(), ...everything, notifications }
}

/** Returns the data of a user as a file to download. */
export const personalDataFile = (everything: object) => ({
  kind: 'text' as const,
  text: JSON.stringify(everything, null, 2),
  contentType: 'application/json; charset=utf-8',
  headers: { 'content-disposition': 'attachment; filename="personal-data.json"', 'cache-control': 'no-store' },
})

/** Returns the data of a user for an admin, which is written to the audit log. Throws not_found. */
export async function exportUser(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  admin: CurrentUser,
  userId: string,
  say: Say,
): Promise<object> {
  return transact(deps.db, async (tx) => {
    const everything = await collectUserData(deps, tx, userId, say)
    const about = { kind: 'user', subjectId: userId, detail: 'Data downloaded.' } as const
    await writeAudit(deps, tx, { action: 'user-exported', adminId: admin.id, ...about })
    return everything
  })
}
