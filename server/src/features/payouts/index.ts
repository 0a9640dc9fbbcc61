import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { sendBankDetailsMail } from './bank/mail-bank-details.ts'
import { mailBankDetails, renewEncryption } from './jobs.ts'
import { renewBankDetails } from './renew-encryption.ts'

export { findPayable, sumPayable } from './balance-queries.ts'
export { deleteForeignBankDetails, findForeignBankDetails } from './bank/foreign-secret.ts'
export { closePayoutAccount, requireNothingOwed } from './close-account.ts'
export { payoutPaid, payoutReturned } from './jobs.ts'
export { presentPayable, presentRun, presentRunPayout } from './present.ts'
export { registerPayouts } from './routes.ts'
export { writeBankFile } from './runs/bank-file.ts'
export { cancelRun, markRunPaid, returnPayout } from './runs/close-run.ts'
export { confirmRun } from './runs/confirm-run.ts'
export { minimumOf, planRun } from './runs/plan-run.ts'
export { countOpenRuns, findPayout, findRun, findRunPayouts, findRuns } from './runs/run-queries.ts'
export { writeOff } from './runs/write-off.ts'

/** Binds the jobs here, because the use cases enqueue their kinds: `jobs.ts` must not import them. */
export const payoutJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(mailBankDetails, (change) => sendBankDetailsMail(deps, change)),
  handleJob(renewEncryption, () => renewBankDetails(deps), '27 * * * *'),
]
