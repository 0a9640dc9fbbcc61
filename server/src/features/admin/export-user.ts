import { transact } from '#db/executor.ts'
import { Refusal } from '#http/refusal.ts'
import type { Viewer } from '#http/viewer.ts'
import type { FeatureDeps } from '../deps.ts'
import { writeAudit } from './audit.ts'
import { findEverythingOf } from './export-queries.ts'

/**
 * Everything that is kept about a person, for him to read: what he told, did and was told. Secrets are not in it: no password
 * hashes, no tokens. The download is written down. Throws not_found.
 */
export async function exportUser(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: Viewer,
  userId: string,
): Promise<object> {
  return transact(deps.db, async (tx) => {
    const everything = await findEverythingOf(tx, userId)
    if (!everything) throw new Refusal('not_found')
    const about = { kind: 'user', subjectId: userId, detail: 'Data downloaded.' } as const
    await writeAudit(deps, tx, { action: 'user-exported', adminId: admin.id, ...about })
    return { exportedAt: deps.clock.now().toISOString(), ...everything }
  })
}
