import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { mailBankDetails, renewEncryption } from './jobs.ts'
import { sendBankDetailsMail } from './mail-bank-details.ts'
import { renewBankDetails } from './renew-encryption.ts'

export { findPayable } from './balance-queries.ts'
export { writeBankFile } from './bank-file.ts'
export { closePayoutAccount, requireNothingOwed } from './close-account.ts'
export { cancelRun, markRunPaid, returnPayout } from './close-run.ts'
export { confirmRun } from './confirm-run.ts'
export { findForeignBankDetails, forgetForeignBankDetails } from './foreign-secret.ts'
export { payoutPaid, payoutReturned } from './jobs.ts'
export { minimumOf, planRun } from './plan-run.ts'
export { presentPayable, presentRun, presentRunPayout } from './present.ts'
export { registerPayouts } from './routes.ts'
export { countOpenRuns, findPayout, findRun, findRunPayouts, findRuns } from './run-queries.ts'
export { writeOff } from './write-off.ts'

/** Binds the jobs here, because the use cases enqueue their kinds: `jobs.ts` must not import them. */
export const payoutJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(mailBankDetails, (change) => sendBankDetailsMail(deps, change)),
  handleJob(renewEncryption, () => renewBankDetails(deps), '27 * * * *'),
]
