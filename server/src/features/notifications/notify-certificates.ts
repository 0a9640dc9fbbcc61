import type { FeatureDeps } from '#core/feature-deps.ts'
import { findCertificate } from '../certificates/index.ts'
import { certificateKey, withdrawnCertificateKey } from './keys.ts'
import { notify } from './notify.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Notifies a student that they have a certificate. One that was withdrawn meanwhile is left out. */
export async function notifyCertificateIssued(deps: Deps, serial: string): Promise<void> {
  const row = await findCertificate(deps.db, serial)
  if (!row || row.withdrawn_at !== null) return
  const params = { course: row.course_title, serial }
  await notify(deps, { key: certificateKey(serial), kind: 'certificate-issued', params }, [row.user_id])
}

/** Notifies a student that their certificate was withdrawn, and why. One whose account was deleted meanwhile has no reason, and no reader. */
export async function notifyCertificateWithdrawn(deps: Deps, serial: string): Promise<void> {
  const row = await findCertificate(deps.db, serial)
  if (!row || row.name === '') return
  const params = { course: row.course_title, serial, reason: row.withdrawn_reason }
  await notify(deps, { key: withdrawnCertificateKey(serial), kind: 'certificate-withdrawn', params }, [row.user_id])
}
