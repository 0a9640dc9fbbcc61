import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import { signCertificate } from './credential/read-credential.ts'
import { issueCertificate, issueMissing } from './issue-certificate.ts'

/** A student has completed a course: issues and signs their certificate, where it grants one. */
export const issueJob = defineJob({
  name: 'issue-certificate',
  data: z.object({ userId: z.string(), courseId: z.string() }),
  retries: 10,
  retrySeconds: 30,
})

const issueMissingJob = defineJob({
  name: 'issue-missing-certificates',
  data: noData,
  retries: 0,
  retrySeconds: 60,
})

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'limits' | 'certificateSecret'>

export const certificateJobs = (deps: Deps): JobHandler[] => [
  handleJob(issueJob, async (student) => {
    const serial = await transact(deps.db, (tx) => issueCertificate(tx, deps, student))
    if (serial !== null) await signCertificate(deps, serial)
  }),
  handleJob(issueMissingJob, async () => void (await issueMissing(deps)), '19 * * * *'),
]
