import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { certificateWithdrawn } from './jobs.ts'
import { findCertificate, markWithdrawn } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Withdraws a certificate of an own course. Throws not_found, no_certificate, rate_limited. */
export async function withdrawCertificate(
  deps: Deps,
  educator: CurrentUser,
  serial: string,
  reason: string,
): Promise<void> {
  await deps.limits.certificateChanges.consume(educator.id)
  await transact(deps.db, async (tx) => {
    const found = await findCertificate(tx, serial)
    if (found?.educator_id !== educator.id) throw new DomainError('not_found')
    const withdrawal = { because: 'educator' as const, by: educator.id, reason, now: deps.clock.now() }
    if (!(await markWithdrawn(tx, { serial, educatorId: educator.id }, withdrawal)))
      throw new DomainError('no_certificate')
    tx.enqueue(certificateWithdrawn, { serial })
  })
}

/** Withdraws any certificate as an admin, in a transaction that writes the audit log. Returns its course. Throws not_found, no_certificate. */
export async function withdrawAsAdmin(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  admin: { id: string },
  { serial, reason }: { serial: string; reason: string },
): Promise<{ courseId: string; title: string }> {
  const found = await findCertificate(tx, serial)
  if (!found) throw new DomainError('not_found')
  if (!(await markWithdrawn(tx, { serial }, { because: 'admin', by: admin.id, reason, now: clock.now() })))
    throw new DomainError('no_certificate')
  tx.enqueue(certificateWithdrawn, { serial })
  return { courseId: found.course_id, title: found.course_title }
}
