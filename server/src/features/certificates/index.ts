import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import { signCertificate } from './credential/read-credential.ts'
import { issueCertificate, issueMissing } from './issue-certificate.ts'
import { issueJob, issueMissingJob } from './jobs.ts'

export { issueCertificate } from './issue-certificate.ts'
export { certificateIssued, certificateWithdrawn } from './jobs.ts'
export { eraseCertificatesOf, findCertificate } from './queries.ts'
export { requireCertificate } from './read-certificate.ts'
export { registerCertificates } from './routes.ts'
export { withdrawAsAdmin } from './withdraw-certificate.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'limits' | 'certificateSecret'>

export const certificateJobs = (deps: Deps): JobHandler[] => [
  handleJob(issueJob, async (student) => {
    const serial = await transact(deps.db, (tx) => issueCertificate(tx, deps, student))
    if (serial !== null) await signCertificate(deps, serial)
  }),
  handleJob(issueMissingJob, async () => void (await issueMissing(deps)), '19 * * * *'),
]
