import { isolate } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { formatRupees } from '#core/rupees.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockAdminsAnd } from '../../accounts/index.ts'
import { post } from '../../ledger/index.ts'
import {
  cancelRun,
  confirmRun,
  markRunPaid,
  planRun,
  returnPayout,
  writeBankFile,
  writeOff,
} from '../../payouts/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { isActiveAdmin } from '../rules.ts'
import { findConfirmers } from '../users/former-admins.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'payoutSecrets'>

const payoutsOf = (count: number, paise: number): string =>
  `${count} ${count === 1 ? 'payout' : 'payouts'}, ${formatRupees(paise)}`

const about = (admin: CurrentUser, subjectId: string) =>
  ({ adminId: admin.id, kind: 'payout', subjectId, subject: `Payout run ${subjectId.slice(0, 6)}` }) as const

/**
 * Locks all admins until the transaction ends, so that no one is made or unmade an admin while a run is confirmed. Throws forbidden when
 * the actor is no active admin any more.
 */
async function lockAdmins(tx: Tx, adminId: string): Promise<void> {
  const active = (await lockAdminsAnd(tx, adminId)).filter(isActiveAdmin)
  if (!active.some(({ id }) => id === adminId)) throw new DomainError('forbidden')
}

/** Drafts a payout run with what is payable now; returns its id. Throws nothing_payable. */
export async function planPayouts(deps: Deps, admin: CurrentUser, note: string): Promise<string> {
  return transact(deps.db, async (tx) => {
    const { runId, count, amount } = await planRun(deps, tx, { adminId: admin.id, note })
    const detail = `Drafted: ${payoutsOf(count, amount)}.`
    await writeAudit(deps, tx, { action: 'payouts-planned', ...about(admin, runId), detail })
    return runId
  })
}

/** Confirms a payout run; see `confirmRun`. Throws not_found, forbidden, second_person_needed, payout_run_closed. */
export async function confirmPayouts(
  deps: Deps,
  admin: CurrentUser,
  runId: string,
): Promise<{ outcome: 'confirmed' | 'canceled' | 'unchanged'; leftOut: string[] }> {
  return transact(deps.db, async (tx) => {
    await lockAdmins(tx, admin.id)
    const { needsOther, mayConfirm } = await findConfirmers(tx, runId, admin.id)
    const confirmed = await confirmRun(deps, tx, { runId, adminId: admin.id, mayConfirm })
    const { outcome, count, amount, leftOut, postings } = confirmed
    if (outcome === 'unchanged') return { outcome, leftOut }
    const left = leftOut.length > 0 ? ` Left out: ${leftOut.length}.` : ''
    const alone = needsOther ? '' : ' There was no other admin.'
    const detail = `Confirmed: ${payoutsOf(count, amount)}.${left}${alone}`
    await writeAudit(deps, tx, { action: 'payouts-confirmed', ...about(admin, runId), detail })
    await post(tx, deps, postings)
    return { outcome, leftOut }
  })
}

/** Returns the bank file of a confirmed run. Throws not_found, payout_run_closed, bank_details_unreadable. */
export async function exportPayouts(deps: Deps, admin: CurrentUser, runId: string): Promise<string> {
  return transact(deps.db, async (tx) => {
    const { text, count } = await writeBankFile(deps, tx, runId)
    const detail = `Bank file downloaded, with the bank details of ${count} ${count === 1 ? 'payout' : 'payouts'}.`
    await writeAudit(deps, tx, { action: 'payouts-exported', ...about(admin, runId), detail })
    return text
  })
}

/** Says that the bank paid a run; false when that was said before. Throws not_found, payout_run_closed. */
export async function markPayoutsPaid(
  deps: Deps,
  admin: CurrentUser,
  runId: string,
  reference: string,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const { changed, count, amount, postings } = await markRunPaid(deps, tx, runId, reference)
    if (!changed) return false
    const detail = `Paid: ${payoutsOf(count, amount)}. The bank's reference: ${reference}`
    await writeAudit(deps, tx, { action: 'payouts-paid', ...about(admin, runId), detail })
    await post(tx, deps, postings)
    return true
  })
}

/** Cancels a run that is not paid; false when it was canceled before. Throws not_found, payout_run_closed, bank_file_downloaded. */
export async function cancelPayouts(
  deps: Deps,
  admin: CurrentUser,
  runId: string,
  why: { reason: string; bankFileWithdrawn: boolean },
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const { changed, count, amount, postings } = await cancelRun(deps, tx, runId, why)
    if (!changed) return false
    const file = why.bankFileWithdrawn ? ' The bank file was withdrawn.' : ''
    const detail = `Canceled: ${payoutsOf(count, amount)}.${file} ${isolate(why.reason)}`
    await writeAudit(deps, tx, { action: 'payouts-canceled', ...about(admin, runId), detail })
    await post(tx, deps, postings)
    return true
  })
}

/** Says that the bank returned a payout; false when that was said before. Throws not_found, payout_run_closed. */
export async function returnPayoutByAdmin(
  deps: Deps,
  admin: CurrentUser,
  payoutId: string,
  reason: string,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const { changed, count, amount, postings } = await returnPayout(deps, tx, payoutId, reason)
    if (!changed) return false
    const detail = `Returned by the bank: ${payoutsOf(count, amount)}. ${isolate(reason)}`
    const act = { ...about(admin, payoutId), subject: `Payout ${payoutId.slice(0, 6)}` }
    await writeAudit(deps, tx, { action: 'payout-returned', ...act, detail })
    await post(tx, deps, postings)
    return true
  })
}

/** Writes off what is owed to an educator whose account was deleted. Throws not_found where nothing is, or the account is open. */
export async function writeOffBalance(
  deps: Deps,
  admin: CurrentUser,
  educatorId: string,
  reason: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockAdmins(tx, admin.id)
    const { amount, postings } = await writeOff(deps, tx, educatorId)
    const detail = `${formatRupees(amount)} of a deleted account written off: ${isolate(reason)}`
    const act = { ...about(admin, educatorId), subject: `Educator ${educatorId.slice(0, 6)}` }
    await writeAudit(deps, tx, { action: 'balance-written-off', ...act, detail })
    await post(tx, deps, postings)
  })
}
